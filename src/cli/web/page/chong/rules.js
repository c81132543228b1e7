// The rules of the game: columns, dice, the profile, and every option with its source.
import { element } from "../elements.js";
import { t } from "../language.js";
import { button, choice, labelled, mistake, panel } from "../panels.js";
import { Lost } from "../server.js";
import { WIDEST } from "./position.js";

const LEAST = 2;

export function rulesPanel({ game, server, begin }) {
  const body = panel("rules", t("chong.rules"));
  const holes = element("input", undefined, { type: "number", id: "holes", min: LEAST, max: WIDEST });
  const dice = choice([1, 2, 3, 4].map((number) => [number, number]), { id: "dice-count" });
  const profile = element("select", undefined, { id: "profile" });
  const wrong = element("div", undefined, { id: "rules-wrong" });
  const options = element("div", undefined, { class: "options" });
  const start = button(t("chong.new"), () => fresh(), { id: "new" });
  const row = element("div", undefined, { class: "row" });
  row.append(labelled(t("chong.columns"), holes), labelled(t("chong.dice"), dice),
    labelled(t("chong.profile"), profile), start);
  const more = element("details");
  more.append(element("summary", t("chong.left-open")), options);
  body.append(row, wrong, more);
  const selects = new Map();
  let shown = "";

  async function show() {
    holes.value = game.first ? game.first.split("|")[0].replace(/\([^)]*\)/g, ".").length : game.holes;
    dice.value = game.dice;
    const params = game.rules();
    const key = JSON.stringify(params);
    if (key === shown) return;
    try {
      const rules = await server.ask("chong_rules", params);
      shown = key;
      fill(rules);
    } catch (error) {
      if (!(error instanceof Lost)) mistake(wrong, error.message);
    }
  }

  function fill(rules) {
    profile.replaceChildren(...rules.profiles.map(({ name }) =>
      element("option", `${name}: ${t(`chong.profiles.${name}`)}`, { value: name })));
    profile.value = rules.profile;
    selects.clear();
    options.replaceChildren(...rules.options.filter(({ option }) => option !== "dice").map((one) => {
      const inWords = (name) => t(`chong.options.${one.option}.${name}`);
      const select = choice(one.values.map((value) => [value, inWords(value)]), { id: `option-${one.option}` });
      select.value = one.value;
      selects.set(one.option, select);
      const whole = element("div", undefined, { class: "option" });
      const rests = element("details", undefined, { class: "rests" });
      rests.append(element("summary", one.sentence ? one.source : t("chong.no-text")));
      if (one.sentence) rests.append(element("blockquote", one.sentence, { lang: "en" }));
      if (one.note) rests.append(element("p", one.note));
      whole.append(labelled(inWords("name"), select), rests);
      return whole;
    }));
  }

  // A profile sets all options; earlier choices are dropped.
  profile.addEventListener("change", async () => {
    try {
      fill(await server.ask("chong_rules", { profile: profile.value }));
    } catch (error) {
      mistake(wrong, error.message);
    }
  });

  // Starts the game again; undo returns to the old one.
  async function fresh() {
    const set = {};
    try {
      const plain = await server.ask("chong_rules", { profile: profile.value });
      for (const { option, value } of plain.options) {
        const select = selects.get(option);
        if (select && select.value !== value) set[option] = select.value;
      }
    } catch (error) {
      mistake(wrong, error.message);
      return;
    }
    const columns = holes.value === "" ? null : Number(holes.value);
    const state = { profile: profile.value, set, dice: Number(dice.value), holes: columns };
    mistake(wrong, await begin(state));
  }
  holes.addEventListener("keydown", (event) => { if (event.key === "Enter") fresh(); });
  return { show };
}
