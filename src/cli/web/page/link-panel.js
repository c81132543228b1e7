// The part of the panel for playing that sends and opens the links of a game in two places.
import { ADDRESS } from "./connection.js";
import { element } from "./elements.js";
import { t } from "./language.js";
import { FRIEND, isLink, linkIn, LONGEST_NAME } from "./link.js";
import { beside, button, labelled, mistake } from "./panels.js";
import { copied, linkTo } from "./share.js";

export class LinkPanel {
  constructor({ study, say }, opponent) {
    Object.assign(this, { study, say, opponent });
    this.whole = element("div", undefined, { id: "by-link" });
    this.field = element("input", undefined, {
      id: "by-link-field", readonly: "", class: "long", "aria-label": t("by-link.link"),
    });
    this.field.addEventListener("focus", () => this.field.select());
    this.send = element("div", undefined, { id: "by-link-send" });
    const share = button(t("by-link.share"), () => this.share(), { id: "by-link-share" });
    share.hidden = !navigator.share;
    this.send.append(beside(button(t("share.link"), () => this.copy(), { id: "by-link-copy", class: "main" }), share),
      this.field, element("p", t(ADDRESS ? "by-link.then" : "by-link.then-paste"), { class: "faint" }));
    this.whole.append(this.send, this.opening(), this.people());
    study.addEventListener("edit", () => this.show());
  }

  opening() {
    this.given = element("input", undefined, { id: "by-link-given", spellcheck: "false", autocomplete: "off" });
    this.wrong = element("div");
    this.given.addEventListener("keydown", (event) => { if (event.key === "Enter") this.open(); });
    const part = element("div");
    part.append(beside(labelled(t("by-link.given"), this.given),
      button(t("by-link.open"), () => this.open(), { id: "by-link-open" })), this.wrong);
    return part;
  }

  people() {
    this.names = ["A", "B"].map((side) => {
      const field = element("input", undefined, { id: `by-link-${side}`, maxlength: LONGEST_NAME, size: 12 });
      field.addEventListener("change", () => this.study.edit(() => { this.study.names[side] = field.value.trim(); }));
      return field;
    });
    this.seat = button(t("by-link.change-seat"), () => this.opponent.links.change(), { id: "by-link-seat" });
    this.of = beside(...this.names.map((field, side) => labelled(t("record.name-of", { side: "AB"[side] }), field)), this.seat);
    return this.of;
  }

  async copy() {
    this.say(t(await copied(linkTo(this.study), this.field) ? "share.copied.link" : "share.in-field.link"));
  }

  // The address of a program on this machine would open nothing elsewhere.
  share() {
    const link = linkTo(this.study);
    navigator.share(ADDRESS ? { title: document.title, url: link } : { text: link }).catch(() => {});
  }

  // Opens a link as if it stood in the address.
  open() {
    const text = this.given.value;
    mistake(this.wrong, isLink(text) ? "" : t("by-link.no-link"));
    if (!isLink(text)) return;
    this.given.value = "";
    location.hash = linkIn(text);
  }

  // `chosen`: the players of the next game.
  show(chosen = this.chosen) {
    this.chosen = chosen;
    const { opponent: { afar, links }, study } = this;
    this.whole.hidden = !afar && !chosen.includes(FRIEND);
    this.send.hidden = !afar || !links.due;
    this.of.hidden = !afar || links.broken;
    this.seat.hidden = !links.seat;
    if (!afar) return;
    this.field.value = linkTo(study);
    for (const [side, field] of this.names.entries()) {
      if (document.activeElement !== field) field.value = study.names["AB"[side]];
    }
  }

  // Says whose turn it is, and what to do.
  sentence() {
    const { study, opponent: { links, stage: { found, over } } } = this;
    const { seat } = links;
    if (links.broken) return t("by-link.broken");
    if (!seat || links.arrives) return "";
    const named = (side) => (study.names[side] ? t("by-link.named", { side, name: study.names[side] }) : side);
    const who = named(seat === "A" ? "B" : "A");
    if (over) return links.due ? t("by-link.end", { who }) : "";
    if (study.node.children.length > 0) return t("play.looking-back");
    return found.mover === seat ? t("by-link.yours", { who, own: named(seat) }) : t("by-link.theirs", { who });
  }
}
