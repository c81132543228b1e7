// Taking something along: the position, the link, a picture.
import { ADDRESS } from "./connection.js";
import { button, panel } from "./panels.js";
import { element } from "./elements.js";

// Puts a text into the clipboard; where the browser forbids that, into a field to copy it from.
export async function copied(text, field) {
  field.hidden = false;
  field.value = text;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return false;
  }
}

export function save(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = element("a", undefined, { download: name, href });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

const WITH_LINK = "The link has this board with its moves. " + (ADDRESS ? "It opens in any browser." :
  "It can be pasted into \u201cSet up a position\u201d of any such page; or chongkak board opens it, in quotes behind " +
  "these words.");

// The link to what is shown: to the site, or what stands behind # in it. A token is never part of it.
export const linkTo = (study) => `${ADDRESS}#${study.link}`;

export function sharePanel({ study, stage, server, say, complain }) {
  const body = panel("share", "Copy and save");
  const row = element("div", undefined, { class: "row" });
  const field = element("input", undefined, {
    id: "copied", readonly: "", class: "long", "aria-label": "What was copied", hidden: "",
  });
  const copy = (text, what) => async () => {
    say(await copied(text(), field) ? `${what} copied.` : `${what}: copy it from the field.`);
  };
  async function picture() {
    try {
      const { svg } = await server.ask("show", study.at());
      save("board.svg", svg, "image/svg+xml");
      say("The picture is saved.");
    } catch (error) {
      complain(error.message, error.data);
    }
  }
  async function page() {
    try {
      const { html } = await server.ask("page", study.at(study.tree.end()));
      save("board.html", html, "text/html");
      say("The page is saved: it needs no program and no network.");
    } catch (error) {
      complain(error.message, error.data);
    }
  }
  row.append(
    button("Copy the position", copy(() => stage.found?.position ?? "", "Position"), { id: "copy-position" }),
    button("Copy the moves", copy(() => study.tree.line().join(" "), "Moves"), { id: "copy-moves" }),
    button("Copy the link", copy(() => linkTo(study), "Link"), { id: "copy-link" }),
    button("Save as a page", page, { id: "save-page" }),
    button("Save a picture (SVG)", picture, { id: "save-picture" }),
  );
  body.append(row, field, element("p", WITH_LINK, { class: "faint" }));
}
