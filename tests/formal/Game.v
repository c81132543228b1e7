(** The sowing games, and the law about the seeds that nobody can take.

    This file holds only definitions: the rules of docs/RULES.md as plain functions, and what a
    player is sure of. Law.v proves the law for rows of any length and for any number of seeds.

    The model has all options within a round under which the law promises a seed: [store = near],
    [capture_in = own], [rest = owner], and any value of the others but [occupied = bank]. *)
From Coq Require Import List Arith Bool.
Import ListNotations.

(** * Rules *)

Inductive occupied := Relay | Stop.
Inductive capture := Both | Opposite | Nothing.
Inductive lone := Stay | Bank.
Inductive lap := Always | Passed | Circuit.
Inductive ending := SideEmpty | MoverStuck | Stalled | BoardEmpty.

Record rules := Rules {
  again : bool; (* store_last = again *)
  occupied_is : occupied;
  capture_is : capture;
  lone_is : lone;
  lap_is : lap; (* Always: lap = none *)
  end_is : ending
}.

(** * The board *)

Inductive hole := Open (seeds : nat) | Protected (seeds : nat) | Closed.

(** Holes in the direction of sowing. *)
Definition row := list hole.

Fixpoint count (f : hole -> nat) (holes : row) : nat :=
  match holes with
  | [] => 0
  | one :: rest => f one + count f rest
  end.

Definition is_open (one : hole) := match one with Open _ => 1 | _ => 0 end.
Definition is_filled (one : hole) := match one with Open (S _) => 1 | _ => 0 end.
Definition in_play (one : hole) := match one with Open seeds => seeds | _ => 0 end.
Definition is_kept (one : hole) := match one with Protected seeds => seeds | _ => 0 end.

(** Open holes of a row, those of them with seeds, the seeds in these, and the seeds in protected
    holes, which belong to the owner of the row. *)
Definition open := count is_open.
Definition filled := count is_filled.
Definition played := count in_play.
Definition kept := count is_kept.

Fixpoint put (place : nat) (new : hole) (holes : row) : row :=
  match holes, place with
  | [], _ => []
  | _ :: rest, 0 => new :: rest
  | one :: rest, S before => one :: put before new rest
  end.

(** * A move *)

(** How a hand leaves a row: its last seed fell into this hole of the row, counted from 0, or it
    went on with so many seeds. *)
Inductive stop := Ended (place : nat) | Left (hand : nat).

Definition farther (last : stop) :=
  match last with Ended place => Ended (S place) | Left hand => Left hand end.

(** A hand with seeds goes through a row, of its [owner] or of the other player. *)
Fixpoint walk (r : rules) (owner : bool) (hand : nat) (holes : row) : row * stop :=
  match holes with
  | [] => ([], Left hand)
  | one :: rest =>
    let ends new := (new :: rest, Ended 0) in
    let goes_on new hand :=
      let (rest, last) := walk r owner hand rest in (new :: rest, farther last) in
    let last_seed := hand =? 1 in
    match one with
    | Closed => goes_on one hand
    | Protected seeds =>
      if negb owner then goes_on one hand
      else if last_seed then ends (Protected (S seeds))
      else goes_on (Protected (S seeds)) (hand - 1)
    | Open seeds =>
      if negb last_seed then goes_on (Open (S seeds)) (hand - 1)
      else match seeds, occupied_is r with
        | S _, Relay => goes_on (Open 0) (S seeds)
        | _, _ => ends (Open (S seeds))
        end
    end
  end.

(** Where the last seed of a move fell: into the mover's store, the other row, or a hole of the
    mover's row, into which the hand had come back so many times. *)
Inductive last := InStore | InOther | InOwn (times place : nat).

(** The mover's row, the mover's store, and the other row. *)
Record board := Board { mine : row; store : nat; theirs : row }.

(** A hand with seeds has come to the end of the mover's row. It goes on as long as there is fuel,
    round after round: through the store, the other row, and the mover's own. *)
Fixpoint go_round (r : rules) (fuel : nat) (b : board) (hand times : nat) : option (board * last) :=
  match fuel with
  | 0 => None
  | S fuel =>
    let store := S (store b) in
    if hand =? 1 then Some (Board (mine b) store (theirs b), InStore)
    else match walk r false (hand - 1) (theirs b) with
      | (theirs, Ended _) => Some (Board (mine b) store theirs, InOther)
      | (theirs, Left hand) =>
        match walk r true hand (mine b) with
        | (mine, Ended place) => Some (Board mine store theirs, InOwn (S times) place)
        | (mine, Left hand) => go_round r fuel (Board mine store theirs) hand (S times)
        end
      end
  end.

(** Whether the condition [lap] holds at a hole of the mover's row. *)
Definition far_enough (r : rules) (origin times place : nat) : bool :=
  match lap_is r with
  | Always => true
  | Passed => 1 <=? times
  | Circuit => (2 <=? times) || ((times =? 1) && (origin <=? place))
  end.

(** What the last seed does. *)
Definition settle (r : rules) (origin : nat) (b : board) (at_last : last) : board :=
  match at_last with
  | InOwn times place =>
    match nth place (mine b) Closed with
    | Open 1 =>
      let across := length (mine b) - 1 - place in
      let without_it := put place (Open 0) (mine b) in
      if far_enough r origin times place then
        match nth across (theirs b) Closed with
        | Open (S seeds) =>
          let taken := put across (Open 0) (theirs b) in
          match capture_is r with
          | Both => Board without_it (store b + S seeds + 1) taken
          | Opposite => Board (mine b) (store b + S seeds) taken
          | Nothing => b
          end
        | _ =>
          match lone_is r with
          | Bank => Board without_it (store b + 1) (theirs b)
          | Stay => b
          end
        end
      else b
    | _ => b
    end
  | _ => b
  end.

(** The seeds in open holes are fuel enough: each round costs a seed. *)
Definition fuel (b : board) := played (mine b) + played (theirs b).

(** Lifts a hole of the mover, counted from 0. Gives the board after the move, and whether the last
    seed fell into the store; [None] if there is nothing to lift. *)
Definition sow (r : rules) (b : board) (origin : nat) : option (board * bool) :=
  match nth origin (mine b) Closed with
  | Open (S seeds) =>
    let before := firstn origin (mine b) in
    match walk r true (S seeds) (skipn (S origin) (mine b)) with
    | (after, Ended place) =>
      let b := Board (before ++ Open 0 :: after) (store b) (theirs b) in
      Some (settle r origin b (InOwn 0 (S origin + place)), false)
    | (after, Left hand) =>
      match go_round r (fuel b) (Board (before ++ Open 0 :: after) (store b) (theirs b)) hand 0 with
      | Some (b, InStore) => Some (b, true)
      | Some (b, at_last) => Some (settle r origin b at_last, false)
      | None => None
      end
    end
  | _ => None
  end.

(** * A round *)

Inductive player := A | B.
Definition other (p : player) := match p with A => B | B => A end.
Definition same (p q : player) := match p, q with A, A | B, B => true | _, _ => false end.

(** [Final]: the player to move has the final turn of [end = stalled]. *)
Inductive mark := Playing | Final | Over.

Record position := Position {
  row_a : row; store_a : nat; row_b : row; store_b : nat; mover : player; marked : mark
}.

Definition row_of (x : position) (p : player) := match p with A => row_a x | B => row_b x end.
Definition store_of (x : position) (p : player) := match p with A => store_a x | B => store_b x end.

Definition can_move (holes : row) := 1 <=? filled holes.

(** Who moves next, and the mark. [in_store]: the last seed fell into the mover's store. *)
Definition judge (r : rules) (in_store : bool) (x : position) (b : board) : player * mark :=
  let me := mover x in
  let mine_can := can_move (mine b) in
  let theirs_can := can_move (theirs b) in
  if in_store && again r && mine_can then (me, marked x)
  else match end_is r with
    | SideEmpty => if mine_can && theirs_can then (other me, Playing) else (me, Over)
    | MoverStuck => if theirs_can then (other me, Playing) else (me, Over)
    | BoardEmpty =>
      if theirs_can then (other me, Playing) else if mine_can then (me, Playing) else (me, Over)
    | Stalled =>
      if theirs_can then (other me, if mine_can then Playing else Final)
      else match mine_can, marked x with
        | true, Playing => (me, Final)
        | _, _ => (me, Over)
        end
    end.

Definition play (r : rules) (x : position) (origin : nat) : option position :=
  let me := mover x in
  match marked x with
  | Over => None
  | _ =>
    match sow r (Board (row_of x me) (store_of x me) (row_of x (other me))) origin with
    | None => None
    | Some (b, in_store) =>
      let (next, mark) := judge r in_store x b in
      Some match me with
        | A => Position (mine b) (store b) (theirs b) (store_b x) next mark
        | B => Position (theirs b) (store_a x) (mine b) (store b) next mark
        end
    end
  end.

(** What a player has for certain, and what the player has when the round is over, when the seeds
    left in open holes belong to the owner of the row. *)
Definition won (x : position) (p : player) := store_of x p + kept (row_of x p).
Definition owned (x : position) (p : player) := won x p + played (row_of x p).

(** * The law *)

Definition captures (r : rules) := match capture_is r with Nothing => false | _ => true end.
Definition one_if (b : bool) := if b then 1 else 0.

(** Whether a capture needs no way round the board. *)
Definition at_once (r : rules) :=
  captures r && match lap_is r with Always => true | _ => false end.

(** Holes of a row that stay filled where a capture needs a way round. *)
Definition lasting (r : rules) (holes : nat) :=
  match occupied_is r with
  | Relay => min (holes / 2 - one_if (captures r)) 3
  | Stop => holes - one_if (captures r)
  end.

(** The seeds in play that a player gets with so many open holes, [full] of them filled. *)
Definition promised (r : rules) (holes full : nat) (to_move : bool) : nat :=
  if negb (at_once r) then min full (lasting r holes)
  else match occupied_is r, lone_is r with
    | Relay, Bank =>
      if to_move then 1 + one_if ((4 <=? holes) && (3 <=? full))
      else if (8 <=? holes) && (4 <=? full) then 2
      else one_if ((4 <=? holes) && (2 <=? full))
    | _, _ => 0
    end.

(** How many closed holes a row begins with. *)
Fixpoint closed_first (holes : row) :=
  match holes with
  | Closed :: rest => S (closed_first rest)
  | _ => 0
  end.

(** The holes at the end of a row that face closed holes at the beginning of the other row. No
    capture reaches them. Under relays, the hole before them counts, too. *)
Definition guarded (r : rules) (holes others : row) : row :=
  let facing := closed_first others + match occupied_is r with Relay => 1 | Stop => 0 end in
  skipn (length others - facing) holes.

(** The seeds in play that a player gets with guarded holes, under any rules. *)
Definition promised_guarded (r : rules) (holes : row) : nat :=
  match occupied_is r with
  | Relay => min (filled holes) (min (open holes / 2) 3)
  | Stop => filled holes
  end.

(** The better of both promises. *)
Definition sure (r : rules) (x : position) (p : player) : nat :=
  max (promised r (open (row_of x p)) (filled (row_of x p)) (same p (mover x)))
    (promised_guarded r (guarded r (row_of x p) (row_of x (other p)))).

(** The player to move can: a position of a round that goes on. *)
Definition playable (x : position) :=
  marked x <> Over /\ can_move (row_of x (mover x)) = true.

(** A player can play so that the round ends, and that this player owns at least [n] seeds then,
    whatever the opponent plays. *)
Inductive assured (r : rules) (p : player) (n : nat) : position -> Prop :=
| at_the_end x : marked x = Over -> n <= owned x p -> assured r p n x
| by_a_move x origin y :
    mover x = p -> play r x origin = Some y -> assured r p n y -> assured r p n x
| against_any_move x :
    marked x <> Over -> mover x = other p ->
    (forall origin y, play r x origin = Some y -> assured r p n y) -> assured r p n x.
