// Set records: a given one, round by round on the board, and the one of the shown line.
import { element } from "./elements.js";
import { fileButton, isTooLarge, lineAt, partsOf, takeDropped, tooLarge } from "./files.js";
import { gameOf, seedsOf, standingInWords, stateOf, turnsOf } from "./games.js";
import { t } from "./language.js";
import { beside, button, choice, labelled, mistake, panel } from "./panels.js";
import { roundOf, setOf } from "./rounds.js";
import { Lost } from "./server.js";
import { copied, save } from "./share.js";
import { counted } from "./words.js";

const AREA = { rows: 6, wrap: "off", spellcheck: "false", autocomplete: "off" };

export class RecordPanel {
  constructor(page) {
    const { study, server, stage, say } = page;
    Object.assign(this, { page, study, server, stage, say });
    // The last record, and the number of the round put on the board, as it was then.
    this.set = null;
    this.shown = null;
    this.body = panel("record", t("record.title"));
    this.body.classList.add("halves");
    this.body.append(this.reading(), this.writing());
    // The names of people who play in different places.
    study.addEventListener("edit", () => {
      for (const [side, field] of this.players.entries()) field.value = study.names["AB"[side]] || field.value;
    });
    takeDropped("", (text, name) => this.readFile(text, name), (message) => mistake(this.wrong, message));
  }

  reading() {
    this.text = element("textarea", undefined, { id: "record-text", ...AREA });
    this.wrong = element("div", undefined, { id: "record-wrong" });
    this.about = element("p", "", { id: "record-about" });
    this.rounds = choice([], { id: "record-round" });
    this.rounds.addEventListener("change", () => this.show(this.rounds.selectedIndex));
    const file = fileButton(t("record.open"), { id: "record-file" },
      (text, name) => this.readFile(text, name), (message) => mistake(this.wrong, message));
    const { holes } = this.stage;
    const board = button(t("record.to-board"), () => holes.focus(holes.focused));
    this.walk = beside(labelled(t("record.round"), this.rounds), board);
    this.walk.hidden = true;
    const part = element("div");
    part.append(labelled(t("record.paste"), this.text),
      beside(button(t("record.read"), () => this.read(), { id: "record-read" }), file),
      this.wrong, this.about, this.walk);
    return part;
  }

  writing() {
    this.written = element("textarea", undefined, { id: "record-out", readonly: "", ...AREA });
    this.players = ["A", "B"].map((side) =>
      element("input", undefined, { id: `record-${side}`, maxlength: 60, size: 12 }));
    this.refused = element("div");
    this.along = beside(button(t("record.copy"), () => this.copy(), { id: "record-copy" }),
      button(t("record.save"), () => this.keep(), { id: "record-save" }));
    this.along.hidden = true;
    const names = this.players.map((field, side) => labelled(t("record.name-of", { side: "AB"[side] }), field));
    const part = element("div");
    part.append(labelled(t("record.of-line"), this.written),
      beside(...names, button(t("record.write"), () => this.write(), { id: "record-write" })),
      this.refused, this.along);
    return part;
  }

  // Opens a record from the address, once the program is available.
  open(text) {
    this.body.parentElement.open = true;
    this.text.value = text;
    this.waits = true;
    this.learn();
  }

  learn() {
    if (!this.waits || this.server.state !== "open") return;
    this.waits = false;
    this.read();
  }

  readFile(found, name) {
    this.body.parentElement.open = true;
    this.text.value = found;
    return this.read(name);
  }

  // After an error the text stays, and so does the last record.
  async read(name) {
    const whole = this.text.value;
    if (isTooLarge(whole)) return mistake(this.wrong, tooLarge("files.text-too-large"));
    try {
      const told = await this.server.ask("record", { text: whole });
      mistake(this.wrong, "");
      this.take(told);
    } catch (error) {
      if (error instanceof Lost) return mistake(this.wrong, t("frame.not-now"));
      const words = error.message;
      mistake(this.wrong, name ? `${name}: ${words}` : words, partsOf(whole, error.data));
      const at = error.data?.at ?? null;
      if (at !== null) this.select(lineAt(whole, at).line);
    }
    return undefined;
  }

  // Selects a line of the text, for correction.
  select(number) {
    const lines = this.text.value.split("\n");
    const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(start, start + lines[number - 1].length);
    this.text.scrollTop = (number - 3) * this.text.scrollHeight / lines.length;
  }

  take(told) {
    this.set = told;
    const { record } = told;
    const standing = standingInWords(told.standing);
    const remarks = record.tags.map(({ name, text }) => `${name}: ${text}`);
    this.about.textContent = [...remarks, t("record.standing", { rules: record.rules, standing })].join(" \u00b7 ");
    this.rounds.replaceChildren(...record.rounds.map((round, index) =>
      element("option", labelOf(round, index), { value: index })));
    this.players.forEach((field, side) => {
      field.value = record.tags.find(({ name }) => name === "AB"[side])?.text ?? "";
    });
    this.walk.hidden = false;
    this.show(0);
  }

  // Shows a round as the main line, each turn with its number.
  show(index) {
    const { set, study } = this;
    this.rounds.selectedIndex = index;
    const state = stateOf(set.games[index], set.record.rounds[index]);
    const { tree } = state;
    turnsOf(tree.path(tree.end())).forEach(([first], turn) => { first.name = t("record.turn", { count: turn + 1 }); });
    tree.root.name = t("record.round-number", { count: index + 1 });
    const { start } = set.record.rounds[index];
    if (start) tree.root.comment = t("record.began", { start });
    if (this.shown && gameOf(study) === this.shown.game) study.open(state);
    else study.begin(state);
    this.shown = { index, game: gameOf(study) };
    this.say(t("record.shown", { round: labelOf(set.record.rounds[index], index) }));
  }

  // The shown line to its end. If it is a round of the record, the earlier rounds are included, and
  // the later ones if it is unchanged.
  asked() {
    const { study, set } = this;
    const end = study.tree.end();
    const round = this.timed(roundOf(study, end));
    const tags = this.players.map((field, side) => ({ name: "AB"[side], text: field.value.trim() }))
      .filter(({ text }) => text);
    const game = { ...study.options(), ...(study.start ? { position: study.start } : {}), ...round };
    // A set played here includes its rounds.
    if (study.earlier.length > 0) {
      const played = setOf(study, end);
      return { ...played, rounds: [...played.rounds.slice(0, -1), round], tags };
    }
    const index = this.shown?.index;
    if (index === undefined || !sameStart(stateOf(set.games[index], set.record.rounds[index]), study)) return { ...game, tags };
    const { rounds, tags: remarks } = set.record;
    const lines = rounds.map((one, number) => {
      const { tree } = stateOf(set.games[number], one);
      return roundOf({ tree }, tree.end());
    });
    const played = ({ start, line }) => JSON.stringify([start, line]);
    const same = played(lines[index]) === played(round);
    lines[index] = round;
    const [first, ...others] = lines.slice(0, same ? rounds.length : index + 1);
    const kept = remarks.filter(({ name }) => name !== "A" && name !== "B");
    return { ...game, position: rounds[0].opening, ...first, rounds: others, tags: [...kept, ...tags] };
  }

  // A round that the clock has ended is not over by the rules: a remark on its last move says so.
  timed(round) {
    const text = this.page.clocks.remark;
    return text ? { ...round, remarks: [...round.remarks ?? [], { move: round.line.length, text }] } : round;
  }

  async write() {
    mistake(this.refused, "");
    try {
      const told = await this.server.ask("record", this.asked());
      this.written.value = told.text;
      this.along.hidden = false;
      const standing = standingInWords(told.standing);
      this.say(t("record.written", { count: told.record.rounds.length, standing }));
    } catch (error) {
      mistake(this.refused, error instanceof Lost ? t("frame.not-now") : error.message);
    }
  }

  keep() {
    save("record.txt", this.written.value, "text/plain");
    this.say(t("record.saved"));
  }

  async copy() {
    const done = await copied(this.written.value, this.written);
    this.say(t(done ? "record.copied" : "record.in-field"));
  }
}

// Whether two studies begin with the same rules and position.
function sameStart(one, other) {
  const key = ({ rules, set, holes, seeds, start }) => JSON.stringify([rules, set, holes, seeds, start]);
  return key(one) === key(other);
}

function labelOf({ turns, after, result }, index) {
  const [a, b] = result ?? seedsOf(after);
  return t("record.round-of", {
    number: index + 1, turns: counted(turns.length, "turns"), result: result ? `A ${a}, B ${b}` : t("record.not-over"),
  });
}
