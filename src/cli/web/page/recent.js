// The last ten analyses, kept in this browser.
import { element } from "./elements.js";
import { gameOf } from "./games.js";
import { LANGUAGE, t } from "./language.js";
import { readLink } from "./link.js";
import { button, isOpen, oneStop, panel, refill } from "./panels.js";
import { keepParts, recalledParts } from "./settings.js";
import { Tree } from "./tree.js";
import { counted, setName } from "./words.js";

const MOST = 10;
// Longer links are not kept: browsers store only a few million characters.
const LONGEST = 20000;

const kept = () => {
  const all = recalledParts("recent");
  return Array.isArray(all) ? all.filter(({ link, when }) => typeof link === "string" && Number.isFinite(when)) : [];
};

// The common part of analyses of one game: how it begins.
const beginning = (study) => gameOf({ ...study, players: null, names: {}, tree: new Tree() });

export class RecentPanel {
  constructor({ study }) {
    this.study = study;
    this.body = panel("recent", t("recent.title"));
    this.list = element("ol", undefined, { id: "recent-list" });
    this.none = element("p", t("recent.none"), { class: "faint" });
    this.body.append(this.none, this.list);
    // The entry of the shown game, identified by the time of its beginning.
    this.began = Date.now();
    study.addEventListener("game", () => { this.began = Date.now(); });
    this.body.parentElement.addEventListener("toggle", () => this.show());
  }

  // Saves the shown study over the earlier entry of this game.
  keep() {
    const { study } = this;
    const { link } = study;
    if (study.lesson || study.puzzle || study.tree.root.children.length === 0 || link.length > LONGEST) return;
    const own = beginning(study);
    const others = kept().filter((one) => one.when !== this.began && !continues(one.link, own, study));
    keepParts("recent", [{ link, when: this.began }, ...others].slice(0, MOST));
    this.show();
  }

  show() {
    if (!isOpen(this.body)) return;
    const all = kept();
    this.none.hidden = all.length > 0;
    refill(this.list, all.map((one) => this.entry(one)));
    oneStop(this.list, "ArrowUp", "ArrowDown");
  }

  entry({ link, when }) {
    const item = element("li");
    const study = readOrNone(link);
    if (!study) return item;
    const moves = study.tree.line(study.tree.end());
    const first = `${moves.slice(0, 4).join(" ")}${moves.length > 4 ? " \u2026" : ""}`;
    const day = new Date(when).toLocaleString(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
    const parts = [setName(study.rules)[0], study.players ? t("recent.game") : "", counted(moves.length, "moves"), first, day];
    item.append(button(parts.filter(Boolean).join(" \u00b7 "), () => this.study.follow(readLink(link)), { class: "then" }));
    return item;
  }
}

function readOrNone(link) {
  try {
    return readLink(link);
  } catch {
    return null;
  }
}

// Whether the study continues a saved line: that is the same analysis.
function continues(link, own, study) {
  const before = readOrNone(link);
  if (!before || beginning(before) !== own) return false;
  const [old, line] = [before, study].map(({ tree }) => String(tree));
  return line.startsWith(old);
}
