// The moves played from a start: a tree with a main line and side lines. Independent of rules and
// page.
//
// As text, for links: moves in order, each followed by its name in quotes and its comment in
// braces, then the side lines that replace it in parentheses: A1A7"good"(A6B2)B3{"why?"}. Choices
// of a joint turn have a star, followed by coins: *A5,B4/A*B3 is A5 B4 / coin A / B3.
import { t } from "./language.js";

class Node {
  // `joint`: a choice of a joint turn, by both or by one of them.
  constructor(move, parent, joint = false) {
    this.move = move;
    this.joint = joint;
    this.parent = parent;
    this.children = [];
    this.name = "";
    this.comment = "";
    // The position after the move, once the program has reported it.
    this.position = null;
    // The search result for it.
    this.found = null;
  }

  // The sides that have chosen: A or B; both at the start of a joint turn.
  get sides() { return this.move ? this.move.match(/[AB](?=\d)/g).join("") : ""; }

  // Whether players are still sowing here, as far as known: then it is no position.
  get sowing() { return this.joint && !this.position && this.children.every(({ joint }) => joint); }
}

export class Tree {
  constructor() {
    this.root = new Node(null, null);
    this.current = this.root;
  }

  // The nodes from the first move to this one.
  path(node = this.current) {
    const nodes = [];
    for (let one = node; one.parent; one = one.parent) nodes.unshift(one);
    return nodes;
  }

  // Whether a node belongs to this tree.
  holds(node) { return (this.path(node)[0]?.parent ?? node) === this.root; }

  // The moves that lead to a node.
  line(node = this.current) { return this.path(node).map((one) => one.move); }

  // Only the line to a node, as a tree.
  alone(node = this.current) {
    const tree = new Tree();
    for (const one of this.path(node)) {
      tree.current = tree.child(one.move, tree.current, one.joint);
      Object.assign(tree.current, { name: one.name, comment: one.comment });
    }
    return tree;
  }

  // The joint choices among them, as one text.
  start(node = this.current) {
    return this.path(node).filter(({ joint }) => joint).map(({ move }) => move).join(" / ");
  }

  // The alternate moves after the joint turn.
  turns(node = this.current) { return this.path(node).filter(({ joint }) => !joint).map(({ move }) => move); }

  // The node after a move, created if it is new. This plays nothing.
  child(move, node = this.current, joint = false) {
    let child = node.children.find((one) => one.move === move && one.joint === joint);
    if (!child) {
      child = new Node(move, node, joint);
      node.children.push(child);
    }
    return child;
  }

  // The node after a text of joint choices from the start, created if it is new.
  begun(text) {
    // A coin belongs to the choice before it.
    const choices = text.replace(/ *\/ *(?=coin)/g, "|").split("/").map((one) => one.trim().replaceAll("|", " / "));
    return choices.reduce((node, choice) => this.child(choice, node, true), this.root);
  }

  has(move, node = this.current, joint = false) {
    return node.children.some((one) => one.move === move && one.joint === joint);
  }

  // The last node of the line that begins with this one.
  end(node = this.current) {
    while (node.children.length > 0) [node] = node.children;
    return node;
  }

  // The ends of all lines; none if nothing was played.
  ends() {
    const ends = [];
    const open = [this.root];
    while (open.length > 0) {
      const { children } = open.pop();
      for (const child of children) (child.children.length > 0 ? open : ends).push(child);
    }
    return ends;
  }

  // The sibling this many places below.
  sibling(step, node = this.current) {
    const all = node.parent ? node.parent.children : [node];
    return all[all.indexOf(node) + step] ?? node;
  }

  // Removes a move and everything after it. A removed current place moves to its parent.
  remove(node) {
    if (!node.parent) return;
    if (this.path().includes(node)) this.current = node.parent;
    node.parent.children = node.parent.children.filter((one) => one !== node);
  }

  // Makes the side line of a node the first one where it branches off. Returns whether there was
  // one.
  promote(node) {
    const branch = this.path(node).findLast((one) => one.parent.children[0] !== one);
    if (!branch) return false;
    const { children } = branch.parent;
    children.unshift(...children.splice(children.indexOf(branch), 1));
    return true;
  }

  // The address of a node: steps along the main line, the number of a side line, steps along that,
  // …
  place(node = this.current) {
    const numbers = [0];
    for (const one of this.path(node)) {
      const number = one.parent.children.indexOf(one);
      if (number === 0) numbers[numbers.length - 1]++;
      else numbers.push(number, 0);
    }
    return numbers.join(".");
  }

  // The node at an address; null if there is none.
  at(place) {
    let node = this.root;
    const numbers = place.split(".").map(Number);
    for (const [index, number] of numbers.entries()) {
      const steps = index % 2 === 0 ? number : 1;
      for (let step = 0; step < steps && node; step++) node = node.children[index % 2 === 0 ? 0 : number];
    }
    return node;
  }

  toString() { return said(this.root) + behind(this.root); }
}

// The move of a node, as text.
function moved({ move, joint }) { return joint ? `*${move.replaceAll(" / coin ", "/").replace(" ", ",")}` : move; }

// The annotations of a node, as text.
function said(node) {
  const name = node.name ? JSON.stringify(node.name) : "";
  return name + (node.comment ? `{${JSON.stringify(node.comment)}}` : "");
}

// Everything after a node, as text.
function behind(node) {
  let text = "";
  while (node.children.length > 0) {
    const [main, ...others] = node.children;
    text += moved(main) + said(main);
    for (const other of others) text += `(${moved(other)}${said(other)}${behind(other)})`;
    node = main;
  }
  return text;
}

// Maximum nesting of side lines: nobody needs more, and the display nests elements for them.
const DEEPEST = 200;

const TOKENS = /\s*(?:(\*[AB]\d{1,2}(?:,[AB]\d{1,2})?(?:\/[AB])*|[AB]\d{1,2}s?)|("(?:[^"\\]|\\.)*")|\{("(?:[^"\\]|\\.)*")\}|([()]))\s*/y;

// Parses the output of `toString`; throws an error with the place.
export function readTree(text) {
  const tree = new Tree();
  // The node before the next move, and those to return to after parentheses.
  let node = tree.root;
  const open = [];
  let at = 0;
  const wrong = (expected) => {
    const found = text.slice(at, at + 10);
    const told = found ? JSON.stringify(found) : t("link.the-end");
    throw new Error(t("link.moves", { number: String(at + 1), found: told, expected }));
  };
  while (at < text.length) {
    TOKENS.lastIndex = at;
    const token = TOKENS.exec(text);
    if (!token) wrong(t("link.token"));
    const [, move, name, comment, parenthesis] = token;
    if (move) {
      const joint = move[0] === "*";
      if (joint && node.parent && !node.joint) wrong(t("link.move"));
      const name = joint ? chosen(move) : move;
      if (tree.has(name, node, joint)) wrong(t("link.new-move"));
      node = tree.child(name, node, joint);
    } else if (name || comment) {
      node[name ? "name" : "comment"] = unquoted(name || comment, wrong);
    } else if (parenthesis === "(") {
      if (!node.parent) wrong(t("link.move-before"));
      if (open.length === DEEPEST) wrong(t("link.not-so-deep", { count: DEEPEST }));
      open.push(node);
      node = node.parent;
    } else {
      if (open.length === 0) wrong(t("link.move"));
      node = open.pop();
    }
    at = TOKENS.lastIndex;
  }
  if (open.length > 0) wrong(t("link.closing"));
  tree.current = tree.root;
  return tree;
}

// Formats a joint choice as the program writes it.
function chosen(text) {
  const [holes, ...coins] = text.slice(1).split("/");
  return [holes.match(/[AB]\d+/g).join(" "), ...coins.map((side) => `coin ${side}`)].join(" / ");
}

function unquoted(text, wrong) {
  try {
    return JSON.parse(text);
  } catch {
    return wrong(t("link.quoted"));
  }
}
