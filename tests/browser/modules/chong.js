// Positions, links and dice of Chong without a page; see tree.js here.
async (load, equal) => {
  const { holeAt, holeOf, moveInWords, placeOf, readMove, readPosition, writePosition } = await load("chong/position.js");
  const { readLink, writeLink } = await load("chong/link.js");
  const { Game, PROGRAM, nothing } = await load("chong/game.js");
  const { thrown } = await load("chong/dice.js");

  for (const text of ["SSS|K.k|sss A", "S..(Sk)|Q.s.|..ss B opened:AB chong:A", ".(Sq)|(Ks).|.. A opened:B"]) {
    equal(`written again: ${text}`, writePosition(readPosition(text)), text);
  }
  equal("a soldier under a king", readPosition(".&|..|.. A").holes[1], ["S", "k"]);
  equal("half a text", readPosition("SS").columns, 2);

  // The players' numbers run in opposite directions; the middle row runs backwards.
  equal("B's cell", [0, 5, 8].map((cell) => holeOf("B", cell, 3)), [8, 3, 0]);
  equal("rows", [0, 2, 3, 5, 6, 8].map((hole) => Object.values(placeOf(hole, 3))),
    [[2, 0], [2, 2], [1, 2], [1, 0], [0, 0], [0, 2]]);
  for (let columns = 2; columns <= 28; columns++) {
    const back = Array.from({ length: 3 * columns }, (_, hole) => {
      const { row, column } = placeOf(hole, columns);
      return holeAt(row, column, columns);
    });
    equal(`places of ${columns} columns`, back, Array.from({ length: 3 * columns }, (_, hole) => hole));
  }

  const parts = (text) => Object.values(readMove(text));
  equal("a move", parts("3:S1-14x"), ["3", "S", 1, 14, false, "x"]);
  equal("an exchange", parts("1:K3<>2"), ["1", "K", 3, 2, true, ""]);
  equal("two Chongs", parts("1+1:K3-4xK"), ["1+1", "K", 3, 4, false, "xK"]);
  equal("in words", moveInWords("1+1:K3-4xK"), "with 1 and 1 the king on 3 goes to 4 and takes the king");
  equal("an exchange in words", moveInWords("1:K3<>2"), "with 1 the king on 3 changes places with the soldier on 2");
  equal("lying down", parts("2:S3-5lie"), ["2", "S", 3, 5, false, "lie"]);

  const turns = [{ throw: "1,4", way: ["1:K3<>2", "4:S3-7x"] }, { throw: "2,3", way: [] }];
  const link = writeLink({ ...nothing(), dice: 2, holes: 3, set: { goal: "annihilate" }, turns, at: 1, b: "search:32" });
  const read = readLink(link);
  equal("turns", read.turns, ["1,4 1:K3<>2 4:S3-7x", "2,3 pass"]);
  equal("the rest", [read.dice, read.holes, read.set, read.at, read.a, read.b, read.start],
    [2, 3, { goal: "annihilate" }, 1, "person", "search:32", null]);
  equal("a position", readLink("position=SS%7CKk%7Css+A").start, "SS|Kk|ss A");
  for (const wrong of ["holes=x", "what=1", "at=-1", "a=hal", "b=search:0"]) {
    let told = "nothing";
    try {
      readLink(wrong);
    } catch (error) {
      told = error.message;
    }
    const part = wrong.split("=")[0];
    equal(`what is wrong with ${wrong}`, told.startsWith(part) ? part : told, part);
  }

  // Undo and redo go by a person's actions, together with the answers of the program.
  const game = new Game();
  Object.assign(game, { first: "SS|Kk|ss A", b: "greedy" });
  const turn = (faces) => ({ throw: faces, way: [], after: `after ${faces}` });
  game.take("1,2");
  game.play(turn("1,2"));
  game.take("3,4", PROGRAM);
  game.play(turn("3,4"), PROGRAM);
  const place = () => [game.at, game.thrown];
  const places = [place()];
  for (const act of ["undo", "undo", "undo", "redo", "redo", "redo"]) {
    game[act]();
    places.push(place());
  }
  equal("undo and redo", places,
    [[2, null], [0, "1,2"], [0, null], [0, null], [0, "1,2"], [2, null], [2, null]]);

  // Every face is about equally frequent: of 6,000 dice 1,000 each, give or take 29 (standard
  // deviation).
  const counts = Array(7).fill(0);
  for (let i = 0; i < 1500; i++) for (const face of thrown(4).split(",")) counts[face] += 1;
  equal("faces", counts.slice(1).every((count) => count > 800 && count < 1200) && counts[0] === 0, true);
}
