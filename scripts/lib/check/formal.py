"""Checks by Coq that a player gets the seeds that nobody can take (docs/RULES.md), for rows of any
length and any number of seeds: compiles the proof in tests/formal, and expects no axiom in it.

usage: scripts/check formal [--program FILE] [--positions N] [--seed N]

  --program FILE  the program to compare with (default: the release program)
  --positions N   random positions in which it must agree with Coq's model (default 2000)
  --seed N        of their random numbers (default 1)

The proof is about a model of the rules, so the model must be the game: in random positions under
random options it must give the moves that the program gives, and promise the seeds that
scripts/check-proof takes for granted. Then Coq itself proves the bounds of positions/proofs, by a
checker that tests/formal/Proofs.v proves right. Needs Debian's package coq, which is unpacked into
the target folder where it isn't installed. Takes about a minute.
"""
import itertools
import random
import re
import shutil
import subprocess
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

from lib import debian
from lib.program import HOME, TARGET, Arguments, Failed, Program, Wrong, finish, number

FOLDER = TARGET / "formal"
# In the order in which they depend on each other.
PARTS = ["Game", "Rows", "Moves", "Law", "Proofs"]
CLAIM = "forall r p x, playable x -> assured r p (won x p + sure r x p) x"
# The options of the model, in the order of its fields, with the names of their values there.
OPTIONS = {
    "store_last": {"again": "true", "stop": "false"},
    "occupied": {"relay": "Relay", "stop": "Stop"},
    "capture": {"both": "Both", "opposite": "Opposite", "none": "Nothing"},
    "lone": {"stay": "Stay", "bank": "Bank"},
    "lap": {"none": "Always", "passed": "Passed", "circuit": "Circuit"},
    "end": {"side-empty": "SideEmpty", "mover-stuck": "MoverStuck", "stalled": "Stalled",
            "board-empty": "BoardEmpty"},
}
HEAD = """From Coq Require Import List Arith Bool.
From Chongkak Require Import Game Law Proofs.
Import ListNotations.
"""
AGREES = """
Definition is (x : option position) (y : option position) :=
  match x, y with
  | None, None => true
  | Some x, Some y => alike x y && (store_a x =? store_a y) && (store_b x =? store_b y)
  | _, _ => false
  end.

(* Of a position: the rules, what each hole of the mover leads to, and what A and B are sure of. *)
Definition agrees '(r, x, next, a, b) :=
  forallb (fun one => is (play r x (fst one)) (snd one)) (combine (seq 0 (length next)) next)
  && (length next =? length (row_of x (mover x))) && (sure r x A =? a) && (sure r x B =? b).

Fixpoint wrong n cases :=
  match cases with
  | [] => []
  | one :: rest => if agrees one then wrong (S n) rest else n :: wrong (S n) rest
  end.
"""


def checker():
    """Loads scripts/check-proof as a module."""
    loader = SourceFileLoader("check_proof", str(HOME / "scripts/check-proof"))
    module = ModuleType(loader.name)
    loader.exec_module(module)
    return module


CHECKER = checker()
# The other options within a round have one value in the model.
FIXED = {"store": "near",
         **{name: value for name, value in CHECKER.LATER.items() if name in CHECKER.IN_A_ROUND}}


class Coq:
    """The compiler, with the folder of what it has compiled."""

    def __init__(self):
        self.program = debian.found("coqc", "coq")
        if not self.program:
            raise Failed("there is no Coq: expected `coqc` on the path, or Debian's package coq")
        self.environment = debian.environment(self.program)
        # Where Coq is only unpacked, it must be told where its libraries are.
        for root in Path(self.program).parents:
            if root.parent == debian.FOLDER:
                self.environment |= {
                    "COQLIB": f"{root}/usr/lib/ocaml/coq",
                    "OCAMLPATH": f"{root}/usr/lib/ocaml",
                    "OCAMLFIND_CONF": f"{root}/etc/ocamlfind.conf",
                }
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)

    def compile(self, name, text):
        """Compiles a file and returns what it prints."""
        (FOLDER / f"{name}.v").write_text(text, encoding="utf-8")
        command = [self.program, "-q", "-R", ".", "Chongkak", f"{name}.v"]
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True,
                              env=self.environment)
        if done.returncode:
            raise Wrong(f"{name}.v: {(done.stdout + done.stderr).strip()}")
        return done.stdout

    def prove(self, name, text, theorems):
        """Compiles a file and makes sure that its theorems depend on no axiom."""
        asked = "".join(f"Print Assumptions {theorem}.\n" for theorem in theorems)
        printed = self.compile(name, HEAD + text + asked)
        if printed.splitlines() != ["Closed under the global context"] * len(theorems):
            raise Wrong(f"{name}.v rests on axioms: {printed.strip()}")


def rules_text(options):
    """The model's rules; None if they are not among its own."""
    if any(options[name] != value for name, value in FIXED.items()):
        return None
    fields = [names.get(options[name]) for name, names in OPTIONS.items()]
    return None if None in fields else f"(Rules {' '.join(fields)})"


def position_text(text):
    position = CHECKER.Position(text)
    half = len(position.cells) // 2
    sides = []
    for player, states in enumerate(position.states):
        cells = position.cells[player * half : (player + 1) * half]
        holes = ["Closed" if state == CHECKER.CLOSED else f"{state.capitalize()} {seeds}"
                 for state, seeds in zip(states, cells)]
        sides.append(f"[{'; '.join(holes)}] {cells[-1]}")
    mark = "Over" if position.over else "Final" if position.final else "Playing"
    return f"(Position {' '.join(sides)} {'AB'[position.mover]} {mark})"


def random_position(chosen, holes, options):
    """A position in which the player to move can, half of them without closed holes here and there;
    in a third of them a row begins with closed holes."""
    all_open = chosen.random() < 0.5
    closed = chosen.randint(1, 4) if chosen.random() < 1 / 3 else 0
    closed_row = chosen.choice([0, 1])

    def pit(most):
        kind = 1 if all_open else chosen.random()
        seeds = 0 if chosen.random() < 0.35 else chosen.randint(0, most)
        return "x" if kind < 0.06 else f"{seeds}p" if kind < 0.15 else str(seeds)

    while True:
        most = chosen.choice([1, 2, 4, 9, 30])
        rows = [[pit(most) for _ in range(holes)] for _ in "AB"]
        rows[closed_row][:closed] = ["x"] * min(closed, holes)
        mover = chosen.choice([0, 1])
        if any(one.isdigit() and one != "0" for one in rows[mover]):
            break
    sides = " ".join(f"{','.join(row)}/{chosen.randint(0, 9)}" for row in rows)
    final = " final" if options["end"] == "stalled" and chosen.random() < 0.3 else ""
    return f"{sides} {'AB'[mover]}{final}"


def case(options, found):
    """A position with the program's moves and check-proof's promises, for the model to confirm, and
    the versions of proofs that promise more than the version before."""
    text = found["position"]
    position = CHECKER.Position(text)
    board = CHECKER.Board(position.states)
    after = {one["move"]: one["after"] for one in found["moves"]}
    following = [after.get(board.name(cell)) for cell in board.row[position.mover]]
    *_, sure = by_version = [promises(options, position, version) for version in CHECKER.VERSIONS]
    pairs = zip(CHECKER.VERSIONS[1:], itertools.pairwise(by_version))
    more = [version for version, (less, promised) in pairs if less != promised]
    listed = "; ".join("None" if one is None else f"Some {position_text(one)}" for one in following)
    return f"({rules_text(options)}, {position_text(text)}, [{listed}], {sure[0]}, {sure[1]})", more


def promises_are_modelled():
    """Nothing is promised under options that the model lacks."""
    unknown = set(CHECKER.IN_A_ROUND) - OPTIONS.keys() - FIXED.keys()
    if unknown:
        raise Wrong(f"the model in tests/formal lacks the options {', '.join(sorted(unknown))}")
    # Proofs have no store = far.
    # The model has no stops after a move.
    values = {name: CHECKER.OPTIONS[name] for name in CHECKER.IN_A_ROUND}
    values |= {"store": ["near"], "store_last": list(OPTIONS["store_last"])}
    # One where all holes of A are guarded, and one without closed holes.
    full = [CHECKER.Position(f"{','.join('9' * 9)}/0 {','.join(row * 9)}/0 A") for row in "x9"]
    for chosen in itertools.product(*values.values()):
        options = dict(zip(values, chosen))
        promised = any(sum(promises(options, one, CHECKER.VERSIONS[-1])) for one in full)
        if promised and not rules_text(options):
            raise Wrong(f"the model in tests/formal lacks rules that promise seeds: {options}")


def promises(options, position, version):
    """What A and B are sure of, by scripts/check-proof in proofs of a version."""
    judge = object.__new__(CHECKER.Checker)
    judge.rules, judge.board = options, CHECKER.Board(position.states)
    judge.version = version
    return [judge.sure(position.cells, position.mover, player) for player in (0, 1)]


def agreement(coq, program, positions, seed):
    """The model agrees with the program on the moves, and with check-proof on the promises."""
    chosen = random.Random(seed)
    cases, texts, moves = [], [], 0
    promised = dict.fromkeys(CHECKER.VERSIONS[1:], 0)
    while len(cases) < positions:
        options = {name: chosen.choice(list(values)) for name, values in OPTIONS.items()} | FIXED
        holes = chosen.choice([1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 12])
        asked = [random_position(chosen, holes, options) for _ in range(min(5, positions - len(cases)))]
        given = {**options, "holes": holes}
        sets = [part for name, value in given.items() for part in ("--set", f"{name}={value}")]
        for found in program.lines("moves", "-", "--rules", "congklak", *sets, lines=asked):
            text, more = case(options, found)
            for version in more:
                promised[version] += 1
            moves += len(found["moves"])
            cases.append(text)
            texts.append(f"{found['position']} under {options}")
    listed = ";\n".join(cases)
    text = f"{HEAD}{AGREES}\nDefinition cases := [\n{listed}].\nEval vm_compute in wrong 0 cases.\n"
    printed = coq.compile("Agreement", text)
    wrong = re.search(r"= \[(.*?)\]\s*:", printed, re.DOTALL)
    if not wrong or len(cases) != positions:
        raise Failed(f"expected a list of the wrong positions, not {printed.strip()!r}")
    idle = [version for version, count in promised.items() if not count]
    if idle:
        raise Failed(f"too few positions: what version {idle[0]} of proofs adds promised no seed")
    if wrong[1].strip():
        first = int(wrong[1].split(";")[0])
        raise Wrong(f"the model plays or promises otherwise in {texts[first]}")
    counts = ", ".join(f"{count:,} (version {version})" for version, count in promised.items())
    print(f"the model agrees with {moves:,} moves in {positions:,} positions; each law promises more "
          f"than those before it in {counts}")


def prove_bounds(coq, file):
    """Both bounds of a proof, by its moves and the law."""
    with open(file, "rb") as lines:
        header, *records = [line for _, line in CHECKER.lines_of(lines)]
    rules = rules_text(CHECKER.read_rules(header["rules"]))
    if not rules:
        raise Failed(f"{file.name}: the model has other rules")
    root = CHECKER.Position(header["position"])
    board, seeds = CHECKER.Board(root.states), sum(root.cells)
    least = [-(-(seeds + header["lower"]) // 2), -(-(seeds - header["upper"]) // 2)]
    text, theorems = f"Definition start := {position_text(header['position'])}.\n", []
    for player, needed in enumerate(least):
        name = "AB"[player]
        lines = [one for one in records if "move" in one
                 and CHECKER.Position(one["position"]).mover == player]
        origins = {board.name(cell): place for place, cell in enumerate(board.row[player])}
        table = ";\n".join(f"({position_text(one['position'])}, {origins[one['move']]})" for one in lines)
        text += f"""Theorem for_{name} : assured {rules} {name} {needed} start.
Proof.
  apply (what_is_accepted_is_true {rules} {name} {needed} [{table}] {len(records) + 1}).
  vm_compute; reflexivity.
Qed.
"""
        theorems.append(f"for_{name}")
    coq.prove(file.stem.title().replace("-", "_"), text, theorems)
    print(f"{file.name}: of {seeds} seeds A gets {least[0]} and B {least[1]} at least")


def main():
    parser = Arguments(__doc__)
    parser.add_program()
    parser.add_argument("--positions", type=number(1), default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    program, coq = Program(given.program), Coq()
    promises_are_modelled()
    for name in PARTS:
        coq.compile(name, (HOME / f"tests/formal/{name}.v").read_text(encoding="utf-8"))
    coq.prove("Claim", f"Definition claim : {CLAIM} := the_law.\n", ["claim"])
    print(f"proven without axioms: {CLAIM}")
    agreement(coq, program, given.positions, given.seed)
    for file in sorted((HOME / "positions/proofs").glob("*.proof")):
        prove_bounds(coq, file)


finish(main)
