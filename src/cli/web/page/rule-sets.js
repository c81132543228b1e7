// The rule sets as pictures of their boards, with the region where they are played.
import { element } from "./elements.js";
import { svgElement } from "./board.js";
import { t } from "./language.js";
import { button, oneStop } from "./panels.js";
import { Lost } from "./server.js";
import { capital, setName } from "./words.js";

export class RuleSets {
  // `chosen` is called with the name of the rule set.
  constructor({ server, complain }, chosen) {
    Object.assign(this, { server, complain, chosen });
    this.place = element("div", undefined, { id: "rule-sets", role: "group", "aria-label": t("sets.label") });
    // Also for users without a mouse to hover over a picture.
    this.sources = element("details", undefined, { id: "sources" });
    this.list = element("dl");
    this.sources.append(element("summary", t("sets.sources")), this.list);
    this.current = null;
  }

  // Loads the sets once, when the program is available.
  async learn() {
    if (this.place.children.length > 0) return;
    try {
      const { rules } = await this.server.ask("info");
      const all = await Promise.all(rules.map((name) => this.server.ask("rules", { rules: name })));
      if (this.place.children.length > 0) return;
      this.place.append(...all.map((one) => this.picture(one)));
      for (const { name, source } of all) {
        this.list.append(element("dt", setName(name)[0]), element("dd", `${capital(source)}.`));
      }
      oneStop(this.place, "ArrowLeft", "ArrowRight");
      this.mark(this.current);
    } catch (error) {
      if (!(error instanceof Lost)) this.complain(error.message, error.data);
    }
  }

  picture({ name, title, source, options }) {
    const size = (option) => Number(options.find((one) => one.option === option).value);
    const [holes, seeds] = [size("holes"), size("seeds")];
    const [game, place] = setName(name, title);
    const made = button("", () => this.chosen(name), { "data-rules": name, title: [title, source].join("\n") });
    made.append(board(holes), element("b", game), element("span", place),
      element("small", t("sets.size", { holes, seeds })));
    return made;
  }

  // Marks the rule set of the board.
  mark(name) {
    this.current = name;
    for (const one of this.place.children) {
      if (one.dataset.rules === name) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
  }
}

// Draws two rows of holes between two stores.
function board(holes) {
  const width = 10 * holes + 24;
  const svg = svgElement("svg", { class: "board", viewBox: `0 0 ${width} 24`, "aria-hidden": "true" });
  svg.append(svgElement("rect", { class: "plank", width, height: 24, rx: 6 }));
  for (const x of [3, width - 9]) svg.append(svgElement("rect", { class: "pit", x, y: 4, width: 6, height: 16, rx: 3 }));
  for (let hole = 0; hole < holes; hole++) {
    for (const cy of [7, 17]) svg.append(svgElement("circle", { class: "pit", cx: 17 + 10 * hole, cy, r: 3.8 }));
  }
  return svg;
}
