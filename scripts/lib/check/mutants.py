"""Mutation test: makes twenty-one changes to the program, one at a time, and runs the tests that must
fail. Eleven changes are in the engine and ten around it. A change that no test detects shows a missing
test.

usage: scripts/check mutants [--only TEXT] [--list]

  --only TEXT  only changes whose name has this text in it
  --list       only lists them

Works in a copy of the sources below the target folder. Each change rebuilds the program and its
tests, which takes some minutes on an idle machine, so an hour in all; not part of `.ci/run`.
"""
import os
import shutil
import subprocess

from lib.program import HOME, TARGET, Arguments, Wrong, finish

# The name of a change, the file, the original text (which occurs once), the replacement, and the
# tests.
MUTANTS = [
    ("a lone last seed is never banked", "src/rules/last_alone.rs",
     "(0, _) => (0, matches!(self.lone, Lone::Bank))", "(0, _) => (0, false)", "moves::"),
    ("a capture leaves the last seed", "src/rules/last_alone.rs",
     "(_, Capture::Both) => (opposite, true)", "(_, Capture::Both) => (opposite, false)",
     "moves::"),
    ("the kernel forgets that a turn is final", "src/moves/kernel.rs",
     "(next(mover, before.last_turn), Outcome::Again)", "(next(mover, false), Outcome::Again)",
     "moves::agreement"),
    ("a key forgets who is to move", "src/moves/kernel.rs",
     "let marks = 1 + state.mover.index() as u32 + 2", "let marks = 1 + 2",
     "search::evaluation"),
    ("a row of two holes with seeds counts as one of three", "src/moves/last_seed.rs",
     "filled(row(mover)) >= 3", "filled(row(mover)) >= 2", "moves::last_seed"),
    ("one more hole counts as guarded", "src/moves/last_seed.rs",
     "facing + usize::from(relays)", "facing + 1 + usize::from(relays)", "moves::guarded_holes"),
    ("an estimate is not held within the bounds", "src/search/bounds.rs",
     "Value::Estimate(seeds.clamp(self.lower, self.upper))", "Value::Estimate(seeds)",
     "known::along_lines"),
    ("a search forgets the positions on its way", "src/search/alpha_beta.rs",
     "self.path.push(key);", "let _ = &key;", "search::evaluation"),
    ("an odd bound stays where no result is odd", "src/search/bounds.rs",
     "self.lower + ((self.lower ^ number) & 1)", "self.lower", "search::parts"),
    ("a node more than the limit", "crates/base/src/control/clock.rs",
     "some(self.control.nodes.saturating_sub(used))",
     "some(self.control.nodes.saturating_add(1).saturating_sub(used))", "search::node_limits"),
    ("a table entry counts for a deeper search", "src/search/heuristic_table.rs",
     "self.score.proven || self.depth >= depth", "self.score.proven || self.depth + 2 >= depth",
     "search::"),
    ("what ships is believed against a proof", "src/ask/evaluate.rs",
     "known.filter(|known| known.is_refuted_by(found))", "known.filter(|_| false)",
     "search::questions"),
    ("an unknown parameter is passed over", "src/protocol/params.rs",
     "let Some((name, value)) = self.left.iter().next() else {",
     "let Some((name, value)) = self.left.iter().next().filter(|_| false) else {",
     "serve::params"),
    ("a limit ends with another code", "src/cli/error.rs",
     "Status::Limit => 3", "Status::Limit => 4", "command::usage"),
    ("any token lets a client in", "src/cli/web/access.rs",
     "let differing = given.iter().zip(token).map(|(a, b)| a ^ b);",
     "let differing = given.iter().zip(token).map(|(a, b)| (a ^ b) & 0);", "serve::listen_access"),
    ("a changed row of a store is used", "src/batch/row.rs",
     "sum != checksum(&key, &entry, &findings) ||", "", "batch::store"),
    ("a quote in a cell is not doubled", "src/cli/commands/batch/csv.rs",
     "cell.replace('\"', \"\\\"\\\"\")", "cell", "batch::table"),
    ("a wrong result in a record is taken", "src/sets/replay.rs",
     "self.same(*result == expected,", "self.same(true,", "sets::record"),
    ("the loss of a turn forgets who played it", "src/sets/turn_cost.rs",
     "self.before.bounds.loss(self.after.bounds, self.player)",
     "self.before.bounds.loss(self.after.bounds, Side::A)", "turns::analysis"),
    ("an opening of A's is called B's", "src/sets/opening_values.rs",
     "Side::B => opening.value.map(SetValue::mirrored)", "Side::B => opening.value",
     "sets::"),
    ("values that ship are searched for again", "src/known.rs",
     "false => Knowledge::of(game)", "false => Knowledge::default()", "known::"),
]


def copied():
    """Copies the sources that Git tracks, and new ones."""
    copy = TARGET / "mutants/sources"
    copy.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"],
                            cwd=HOME, capture_output=True, text=True, check=True).stdout.split("\n")
    for name in filter(None, listed):
        source, place = HOME / name, copy / name
        if not source.is_file():
            continue
        # Unchanged files keep their times, so that Cargo does not rebuild them.
        if place.is_file() and place.read_bytes() == source.read_bytes():
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, place)
    return copy


def tested(copy, tests):
    """Whether the tests pass; None if the change does not compile."""
    environment = os.environ | {"CARGO_TARGET_DIR": str(TARGET / "mutants/target")}
    cargo = ["cargo", "test", "--quiet", "--profile", "quick", "--test", "suite"]
    built = subprocess.run(cargo + ["--no-run"], cwd=copy, env=environment, capture_output=True)
    if built.returncode != 0:
        return None
    ran = subprocess.run(cargo + ["--", tests], cwd=copy, env=environment, capture_output=True,
                         text=True)
    # A search that no longer ends is also detected, here by the time limit.
    if "running 0 tests" in ran.stdout:
        raise Wrong(f"no test is called {tests}")
    return ran.returncode == 0


def main():
    words = Arguments(__doc__)
    words.add_argument("--only", default="")
    words.add_argument("--list", action="store_true")
    arguments = words.parse_args()
    chosen = [mutant for mutant in MUTANTS if arguments.only in mutant[0]]
    for name, file, old, *_ in chosen:
        if (HOME / file).read_text().count(old) != 1:
            raise Wrong(f"{name}: {old!r} does not stand exactly once in {file}")
    if arguments.list:
        for name, file, *_, tests in chosen:
            print(f"{name}: {file}, {tests}")
        return True
    copy = copied()
    left = 0
    for name, file, old, new, tests in chosen:
        place = copy / file
        text = (HOME / file).read_text()
        place.write_text(text.replace(old, new))
        passed = tested(copy, tests)
        place.write_text(text)
        if passed is None:
            raise Wrong(f"{name}: does not compile")
        left += passed
        print(f"{'NOT NOTICED' if passed else 'noticed'}: {name} ({tests})", flush=True)
    print(f"{len(chosen) - left} of {len(chosen)} changes were noticed")
    return left == 0


finish(main)
