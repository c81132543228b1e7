// Games returned by the program, and places in texts; see tree.js here.
async (load, equal) => {
  const { gameOf, resultOf, seedsOf, standingOf, stateOf, turnsOf } = await load("games.js");
  const { lineAt, partsOf } = await load("files.js");
  const { readLink, writeLink } = await load("link.js");

  const game = { rules: "kalah", set: { max_protected: 2 }, holes: 2, seeds: 1, position: "1,1/0 1,1/0 A", line: ["A2", "A1"] };
  const state = stateOf(game);
  equal("a game as a link", writeLink(state), "rules=kalah&holes=2&seeds=1&set.max_protected=2&position=1,1/0+1,1/0+A&moves=A2A1&at=0");
  equal("and back", gameOf(readLink(writeLink(state))), gameOf(state));
  const later = readLink(`${gameOf(state)}&at=2`);
  equal("the same game at another place", [later.tree.place(), gameOf(later) === gameOf(state)], ["2", true]);
  equal("another game", gameOf(stateOf({ ...game, line: ["A2"] })) === gameOf(state), false);
  const other = stateOf({ ...game, line: ["A2", "A1", "B1", "A2", "A1"] });
  const turns = turnsOf(other.tree.path(other.tree.end()));
  equal("turns", turns.map((nodes) => nodes.map(({ move }) => move)), [["A2", "A1"], ["B1"], ["A2", "A1"]]);
  equal("no turns", turnsOf([]), []);
  equal("seeds in rows and stores", seedsOf("1,2p,x/30 0,0,4/5 B over"), [33, 9]);

  const ends = [["you", "best"], ["best", "you"], ["you", "you"], ["best", "beginner"]];
  const told = (position) => ends.map(([A, B]) => resultOf(position, { A, B }).replace(/^.*\d\.? ?/, ""));
  equal("A has won", told("0,1/30 0,0/9 B over"), ["You win.", "You lose.", "", ""]);
  equal("B has won", told("0,0/3 0,0/9 B over"), ["You lose.", "You win.", "", ""]);
  equal("a draw", resultOf("0,2/3 0,0/5 A over", { A: "you", B: "best" }), "The round is over, 5 to 5: a draw.");

  const standings = ["won by B", "unfinished, A is to move", "unfinished, B starts the next round"];
  equal("how a set stands", standings.map((text) => Object.values(standingOf(text)).join(" ")),
    ["won B", "to-move A", "starts B"]);

  const playing = readLink("rules=kalah&players=you,strong,7&moves=A1");
  equal("a game against the program", [playing.players, writeLink(playing)], ["you,strong,7", "rules=kalah&players=you,strong,7&moves=A1&at=0"]);
  equal("no game against it", readLink("rules=kalah").players, null);
  for (const text of ["you,strong", "you,strong,x", "you,nobody,1", "you,you,1,2", ",,"]) {
    let wrong = "nothing";
    try {
      readLink(`rules=kalah&players=${text}`);
    } catch (error) {
      wrong = error.message;
    }
    equal(`what is wrong with players=${text}`, wrong.startsWith("players: found"), true);
  }

  const text = "rules: kalah\r\nround 1:\nA1 \u00e4B7 A2\nend";
  const at = new TextEncoder().encode("rules: kalah\r\nround 1:\nA1 \u00e4").length;
  equal("a place in a text", lineAt(text, at), { line: 3, column: 5, parts: ["A1 \u00e4", "B7", " A2"] });
  equal("in the first line", lineAt(text, 0), { line: 1, column: 1, parts: ["", "rules:", " kalah"] });
  equal("at its end", lineAt("a\nbc", 4), { line: 2, column: 3, parts: ["bc", " ", ""] });
  equal("no place", partsOf("a", { param: "text", at: null }), undefined);
  equal("a place elsewhere", partsOf("a", { param: "file", at: 0 }), undefined);
}
