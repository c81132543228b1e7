// Sharing: the position, the link, a picture.
import { ADDRESS } from "./connection.js";
import { element } from "./elements.js";
import { t } from "./language.js";
import { beside, button, panel } from "./panels.js";

// Copies a text to the clipboard; if the browser forbids that, puts it into a field.
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

// The link to the shown place: on the site, or only its part after #. It never includes a token.
export const linkTo = (study) => `${ADDRESS}#${study.link}`;

export function sharePanel(page) {
  const { study, stage, server, say, complain } = page;
  const body = panel("share", t("share.title"));
  const field = element("input", undefined, {
    id: "copied", readonly: "", class: "long", "aria-label": t("share.what-copied"), hidden: "",
  });
  const copy = (text, what) => async () => {
    say(await copied(text(), field) ? t(`share.copied.${what}`) : t(`share.in-field.${what}`));
  };
  async function picture() {
    try {
      const { svg } = await server.ask("show", study.at());
      save("board.svg", svg, "image/svg+xml");
      say(t("share.picture-saved"));
    } catch (error) {
      complain(error.message, error.data);
    }
  }
  async function whole() {
    try {
      const { html } = await server.ask("page", study.at(study.tree.end()));
      save("board.html", html, "text/html");
      say(t("share.page-saved"));
    } catch (error) {
      complain(error.message, error.data);
    }
  }
  const row = beside(
    button(t("share.position"), copy(() => stage.found?.position ?? "", "position"), { id: "copy-position" }),
    button(t("share.moves"), copy(() => study.tree.line().join(" "), "moves"), { id: "copy-moves" }),
    button(t("share.link"), copy(() => linkTo(study), "link"), { id: "copy-link" }),
    button(t("share.page"), whole, { id: "save-page" }),
    button(t("share.picture"), picture, { id: "save-picture" }),
    button(t("share.puzzle"), () => page.puzzles.make(), { id: "make-puzzle" }),
  );
  const what = t(ADDRESS ? "share.with-link" : "share.with-token");
  body.append(row, field, element("p", what, { class: "faint" }));
}
