// Worksheets: positions that are collected here and printed without values, with lines to write on,
// and the answers on a sheet of their own.
import { byId, element } from "./elements.js";
import { t } from "./language.js";
import { beside, button, enable, labelled, panel } from "./panels.js";
import { keepParts, recalledParts } from "./settings.js";
import { counted, sentence } from "./words.js";

// Seconds to search for an answer, and the lines to write on.
const TIME = 3;
const LINES = 2;

// Prints exercises: for each its rules, its caption, what is asked, the drawing of its board and the
// answer.
export function onPaper(exercises) {
  const rules = [...new Set(exercises.map((one) => one.rules))];
  const whose = element("p", undefined, { class: "whose" });
  whose.append(element("span", t("sheet.name")));
  const asked = element("ol");
  const answers = element("ol");
  for (const { board, caption, rules: own, ...one } of exercises) {
    const item = element("li");
    item.append(element("p", [rules.length > 1 ? own : "", caption, one.asked].filter(Boolean).join(". ")),
      new DOMParser().parseFromString(board, "text/html").body.firstElementChild,
      ...Array.from({ length: LINES }, () => element("div", undefined, { class: "write" })));
    asked.append(item);
    const answer = element("li");
    answer.append(element("p", one.answer));
    answers.append(answer);
  }
  const heading = element("h1", `${t("sheet.title")} `);
  if (rules.length === 1) heading.append(element("small", rules[0]));
  byId("worksheet").replaceChildren(heading, whose, asked, element("h1", t("sheet.answers"), { class: "answers" }), answers);
  document.body.classList.add("on-sheet");
  print();
}
addEventListener("afterprint", () => document.body.classList.remove("on-sheet"));

export function sheetPanel({ study, stage, server, engine, say, complain }) {
  const body = panel("sheet", t("sheet.title"));
  const exercises = recalledParts("worksheet") ?? [];
  const question = element("input", undefined, { id: "sheet-question", class: "long", maxlength: 200 });
  question.value = t("sheet.question");
  const told = element("p", "", { id: "sheet-count", role: "status" });
  const add = button(t("sheet.add"), collect, { id: "sheet-add" });
  const paper = button(t("sheet.print"), () => onPaper(exercises), { id: "sheet-print" });
  const clear = button(t("sheet.clear"), () => change(() => exercises.splice(0)), { id: "sheet-clear" });
  body.append(labelled(t("sheet.asked"), question), beside(add, paper, clear), told,
    element("p", t("sheet.about"), { class: "faint" }));
  document.body.append(element("section", undefined, { id: "worksheet", class: "sheet", "aria-label": t("sheet.title") }));
  change(() => {});

  function change(edit) {
    edit();
    keepParts("worksheet", exercises);
    told.textContent = counted(exercises.length, "positions");
    for (const one of [paper, clear]) enable(one, exercises.length > 0, add);
  }

  // Adds the shown position, with the best line that a short search finds.
  async function collect() {
    const { found } = stage;
    if (!found || found.over || found.mover === "AB") return say(t("sheet.nothing"));
    const { holes: _, ...options } = study.options();
    const exercise = {
      asked: question.value.trim(), caption: byId("caption").textContent, rules: byId("about").textContent,
    };
    add.disabled = true;
    try {
      const drawing = server.ask("scene", { ...options, position: found.position, board: true });
      const value = await engine.borrow("evaluate", { time: TIME });
      if (!value) return say(t("frame.not-now"));
      exercise.board = (await drawing).board.wide;
      exercise.answer = t("sheet.answer", { line: value.pv.join(" "), value: sentence(value) });
      change(() => exercises.push(exercise));
    } catch (error) {
      complain(error.message, error.data);
    } finally {
      add.disabled = false;
    }
    return undefined;
  }
}
