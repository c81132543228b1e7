// Lints the scripts of the pages with eslint: scripts/check page runs it.
//
// usage: node page.mjs FOLDER    (the folder into which npm has put eslint)
import { createRequire } from "node:module";
import { relative } from "node:path";

const require = createRequire(`${process.argv[2]}/`);
const { ESLint, Linter } = require("eslint");
const globals = require("globals");

// Literals that look like texts of the page but are not, each with the reason.
const NO_TEXTS = new Map([
  ["Home, End", "what is written on keys"],
  ["u, Ctrl+Z; Ctrl+Y", "what is written on keys"],
  ["Sk", "pieces"],
  ["… is no hole", "a fault of the page"],
  ["no text …", "a fault of the page"],
  ["…: no value …", "a fault of the page"],
  ["the search was cancelled before it found anything", "an answer of the protocol, which the page does not show"],
]);

// Key names that look like sentences.
const NAMES = ["Arrow", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Backspace", "Delete", "End", "Enter", "Escape", "Home",
  "PageDown", "PageUp"];

// Where texts are shown: functions with the index of the text argument, methods with all arguments,
// properties.
const SHOWING = {
  button: 0, labelled: 0, say: 0, speak: 0, complain: 0, Option: 0, fileButton: 0, element: 1, panel: 1, mistake: 1,
};
const ADDING = ["append", "prepend", "replaceChildren"];
const SHOWN = ["textContent", "title", "placeholder", "aria-label", "ariaLabel"];
// Properties and arguments for the browser alone.
const UNSEEN = ["class", "className", "d", "transform", "transition", "id", "viewBox", "points"];

const word = /\p{L}\P{L}*\p{L}/u;
const sentence = /^\p{Lu}\p{Ll}\P{Lu}*$/u;
// Selectors, markup, numbers and names for programs.
const code = /[#[=><|_{]|^[.(M:-](?!.*\. )/u;

const name = (node) => node?.name ?? node?.value ?? node?.property?.name ?? "";

// Whether people see a literal: "shown", "unseen", or "" if unknown.
function use(node) {
  const { parent } = node;
  switch (parent.type) {
    case "ConditionalExpression":
      return parent.test === node ? "unseen" : use(parent);
    case "LogicalExpression":
    case "TemplateLiteral":
    case "ArrayExpression":
    case "SpreadElement":
      return use(parent);
    case "BinaryExpression":
      return parent.operator === "+" ? use(parent) : "unseen";
    case "Property":
      if (parent.key === node || UNSEEN.includes(name(parent.key))) return "unseen";
      return SHOWN.includes(name(parent.key)) ? "shown" : "";
    case "AssignmentExpression":
      if (UNSEEN.includes(name(parent.left))) return "unseen";
      return SHOWN.includes(name(parent.left)) ? "shown" : "";
    case "CallExpression":
    case "NewExpression": {
      const called = name(parent.callee);
      const place = parent.arguments.indexOf(node);
      if (ADDING.includes(called) || SHOWING[called] === place) return "shown";
      const [first] = parent.arguments;
      if (called === "setAttribute" && place === 1) return SHOWN.includes(first.value) ? "shown" : "unseen";
      return ["querySelector", "querySelectorAll", "closest", "matches"].includes(called) ? "unseen" : "";
    }
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "SwitchCase":
    case "MemberExpression":
      return "unseen";
    default:
      return "";
  }
}

// Texts for people: a single word where texts are shown; elsewhere two words with a blank between,
// or one that looks like a sentence.
function isText(text, node) {
  const shows = use(node);
  if (shows === "unseen" || code.test(text) || NAMES.includes(text) || NO_TEXTS.has(text)) return false;
  const words = text.split(" ");
  const several = words.some((one, at) => at > 0 && word.test(one) && word.test(words[at - 1]));
  return several || sentence.test(text) || (shows === "shown" && word.test(text));
}

const seen = new Set();
const texts = {
  create(context) {
    const look = (text, node) => {
      seen.add(text);
      if (isText(text, node)) context.report({ node, message: `"${text}": a text of the page has its key in crates/base/src/language` });
    };
    return {
      Literal(node) {
        if (typeof node.value === "string") look(node.value, node);
      },
      TemplateLiteral(node) {
        look(node.quasis.map((part) => part.value.cooked).join("…"), node);
      },
    };
  },
};

const plugins = { page: { rules: { texts } } };
const config = [
  { files: ["**/*.js"], plugins, rules: { "page/texts": "error" }, languageOptions: { globals: { ...globals.browser, ...globals.serviceworker } } },
  {
    files: ["src/cli/web/page/**/*.js", "web/site/*.js"],
    rules: {
      "no-undef": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-unreachable": "error", "prefer-const": "error", eqeqeq: "error",
    },
  },
  // scripts/build-site fills it in.
  { files: ["web/site/service-worker.js"], languageOptions: { globals: { files: "readonly" } } },
];

// Examples that the rule must find, and that it must pass over.
const FOUND = [
  `say("Taken back.");`,
  `const a = button("Undo", () => {});`,
  "say(`${side} wins by ${seeds} seeds`); // so it is",
  `const f = () => { return count === 1 ? "way goes" : "ways go"; };`,
  `label.append(this.real, " real dice");`,
  `const a = button("undo", () => {});`,
  `one.append(element("b", "draw"), " ", "won");`,
  `place.textContent = lost ? "lost" : t("frame.open");`,
  `svgElement("g", { role: "button", "aria-label": "hole" })`,
  "say(`${count} seeds`);",
];
const PASSED = [
  `say(t("play.taken-back")); // "Taken back."`,
  `element("p", "", { class: "strong done" });`,
  `const path = "M5 5h3v14H5z";`,
  `one.append(element("b", t("value.draw")), element("span"));`,
  `one.textContent = state === "lost" ? t("frame.lost") : "";`,
  `row.append(button(t("share.page"), page, { id: "save" }));`,
  `place.querySelector("details summary[open]"), key === "ArrowLeft"`,
];

function tryTheRule() {
  const linter = new Linter();
  const reports = (script) => linter.verify(script, [{ plugins, rules: { "page/texts": "error" } }], "page.js").length;
  const wrong = [...FOUND.filter((script) => reports(script) === 0), ...PASSED.filter((script) => reports(script) > 0)];
  if (wrong.length > 0) throw new Error(`the rule misjudges: ${wrong.join("\n")}`);
  seen.clear();
}

tryTheRule();
const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: config });
const found = await eslint.lintFiles(["src/cli/web/page/**/*.js", "web/site/*.js", "src/show/page/**/*.js"]);
const mistakes = found.flatMap(({ filePath, messages }) =>
  messages.map(({ line, column, message }) => `${relative(".", filePath)}:${line}:${column}: ${message}`));
for (const [text, reason] of NO_TEXTS) {
  if (!seen.has(text)) mistakes.push(`"${text}" (${reason}) no longer occurs: remove it from the list in ${process.argv[1]}`);
}
if (found.length < 60) mistakes.push(`${found.length} scripts found, expected more than 60`);
for (const one of mistakes) console.error(one);
if (mistakes.length === 0) console.log(`${found.length} scripts of the pages: no text in their code`);
process.exitCode = mistakes.length === 0 ? 0 : 1;
