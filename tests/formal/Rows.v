(** What one walk of a hand through a row leaves there, for rows of any length and any number of
    seeds. *)
From Coq Require Import List Arith Bool Lia.
From Chongkak Require Import Game.
Import ListNotations.

(** * Counting *)

Lemma count_app f one two : count f (one ++ two) = count f one + count f two.
Proof. induction one; simpl; lia. Qed.

Lemma count_put f place new holes :
  place < length holes ->
  count f (put place new holes) + f (nth place holes Closed) = count f holes + f new.
Proof.
  revert place; induction holes as [|one rest IH]; intros [|place] H; simpl in *; try lia.
  specialize (IH place); lia.
Qed.

(** A hole with seeds is one of the row. *)
Lemma nth_inside place holes seeds : nth place holes Closed = Open seeds -> place < length holes.
Proof.
  intros H. destruct (Nat.lt_ge_cases place (length holes)); auto.
  rewrite nth_overflow in H; [discriminate | lia].
Qed.

(** What becomes of a row when a hole with seeds is emptied. *)
Lemma emptied place holes seeds :
  nth place holes Closed = Open (S seeds) ->
  let after := put place (Open 0) holes in
  open after = open holes /\ kept after = kept holes /\
  filled after + 1 = filled holes /\ played after + S seeds = played holes.
Proof.
  intros H. pose proof (nth_inside _ _ _ H) as inside.
  pose proof (fun f => count_put f place (Open 0) holes inside) as P. rewrite H in P.
  unfold open, kept, filled, played.
  pose proof (P is_open); pose proof (P is_kept); pose proof (P is_filled); pose proof (P in_play).
  simpl in *; lia.
Qed.

Lemma filled_played holes : filled holes <= played holes.
Proof.
  unfold filled, played; induction holes as [|[[|]| |] rest IH]; simpl; lia.
Qed.

(** * One walk through a row *)

(** What is true of a hand's steps from hole to hole is true of its whole walk. *)
Lemma walk_steps r owner (P : nat -> row -> row -> stop -> Prop) :
  (forall hand, 1 <= hand -> P hand [] [] (Left hand)) ->
  (* the last seed *)
  (forall rest, P 1 (Open 0 :: rest) (Open 1 :: rest) (Ended 0)) ->
  (forall seeds rest, occupied_is r = Stop ->
    P 1 (Open (S seeds) :: rest) (Open (S (S seeds)) :: rest) (Ended 0)) ->
  (forall seeds rest, owner = true ->
    P 1 (Protected seeds :: rest) (Protected (S seeds) :: rest) (Ended 0)) ->
  (* a seed in passing; the hand lifts a hole; a hole passed over *)
  (forall seeds hand rest after last, 1 <= hand -> P hand rest after last ->
    P (S hand) (Open seeds :: rest) (Open (S seeds) :: after) (farther last)) ->
  (forall seeds hand rest after last, owner = true -> 1 <= hand -> P hand rest after last ->
    P (S hand) (Protected seeds :: rest) (Protected (S seeds) :: after) (farther last)) ->
  (forall seeds rest after last, occupied_is r = Relay -> P (S (S seeds)) rest after last ->
    P 1 (Open (S seeds) :: rest) (Open 0 :: after) (farther last)) ->
  (forall seeds hand rest after last, owner = false -> P hand rest after last ->
    P hand (Protected seeds :: rest) (Protected seeds :: after) (farther last)) ->
  (forall hand rest after last, P hand rest after last ->
    P hand (Closed :: rest) (Closed :: after) (farther last)) ->
  forall holes hand after last,
    1 <= hand -> walk r owner hand holes = (after, last) -> P hand holes after last.
Proof.
  intros Out Empty Full Home Pass Pass_home Lift Over_home Over_closed.
  induction holes as [|[seeds|seeds|] rest IH]; intros [|hand] after last some W;
    try lia; simpl in W.
  - injection W as <- <-; auto.
  - destruct hand as [|hand]; simpl in W.
    + destruct seeds as [|seeds]; [injection W as <- <-; auto|].
      destruct (occupied_is r) eqn:E; [|injection W as <- <-; auto].
      destruct (walk r owner (S (S seeds)) rest) eqn:N. injection W as <- <-.
      apply IH in N; [auto | lia].
    + destruct (walk r owner (S hand) rest) eqn:N. injection W as <- <-.
      apply IH in N; [apply Pass; auto; lia | lia].
  - destruct owner; simpl in W.
    + destruct hand as [|hand]; simpl in W; [injection W as <- <-; auto|].
      destruct (walk r true (S hand) rest) eqn:N. injection W as <- <-.
      apply IH in N; [apply Pass_home; auto; lia | lia].
    + destruct (walk r false (S hand) rest) eqn:N. injection W as <- <-.
      apply IH in N; auto; lia.
  - destruct (walk r owner (S hand) rest) eqn:N. injection W as <- <-.
    apply IH in N; auto; lia.
Qed.

Local Arguments Nat.min : simpl never.
Ltac counts := unfold open, kept, filled, played in *; simpl in *.

(** No seed is lost, holes stay what they are, and a hand that goes on has seeds. *)
Lemma walk_keeps r owner : forall holes hand after last,
  1 <= hand -> walk r owner hand holes = (after, last) ->
  open after = open holes /\ length after = length holes /\ kept holes <= kept after /\
  (owner = false -> kept after = kept holes) /\
  match last with
  | Left carried => 1 <= carried /\
    played after + kept after + carried = played holes + kept holes + hand
  | Ended _ => played after + kept after = played holes + kept holes + hand
  end.
Proof.
  destruct owner; apply walk_steps; counts; intros; try destruct last; simpl in *; intuition lia.
Qed.

(** The hole of the last seed: a protected one has a seed more, and an open one was empty, or seeds
    that stay end a move in filled holes, too. *)
Lemma walk_end r owner : forall holes hand after last,
  1 <= hand -> walk r owner hand holes = (after, last) ->
  match last with
  | Left _ => True
  | Ended place =>
    match nth place after Closed with
    | Protected _ => kept holes < kept after
    | Open (S seeds) => seeds = 0 \/ occupied_is r = Stop
    | _ => False
    end
  end.
Proof.
  apply walk_steps; counts; intros; try destruct last; simpl in *; auto; try lia.
  all: destruct (nth place after Closed) as [[|]| |]; auto; lia.
Qed.

(** The law of a row under relays. A hand that comes through to the end fills half of the open
    holes: each hole that it lifts is followed by one that it sows and does not lift. If it ends
    among the first [c] holes, with the rest unchanged ([t] of them filled), more than half of the
    [c] are filled. Seeds that fall into protected holes count as filled holes. *)
Lemma walk_relays r owner : occupied_is r = Relay -> forall holes hand after last,
  1 <= hand -> walk r owner hand holes = (after, last) ->
  let more := min 1 (hand - 1) in
  match last with
  | Left _ => open holes + 2 * kept holes + more <= 2 * (filled after + kept after) + 1
  | Ended _ => exists c t, filled holes < c + t /\
    c + 2 * t + 2 * kept holes + 1 + more <= 2 * (filled after + kept after)
  end.
Proof.
  intros relays. apply walk_steps; counts; intros; try congruence.
  all: try destruct last; simpl in *; try destruct seeds.
  all: repeat match goal with H : exists _, _ |- _ => destruct H as (c & t & ? & ?) end; try lia.
  all: first [ exists 1, (count is_filled rest); lia | exists c, t; lia | exists (S c), t; lia ].
Qed.

(** Without relays a hand only adds seeds: all holes are filled that it passes. *)
Lemma walk_adds r owner : occupied_is r = Stop -> forall holes hand after last,
  1 <= hand -> walk r owner hand holes = (after, last) ->
  match last with
  | Left _ => filled after = open holes
  | Ended _ => filled holes <= filled after
  end.
Proof.
  intros stops. apply walk_steps; counts; intros; try congruence.
  all: try destruct last; simpl in *; try destruct seeds; lia.
Qed.

(** * The law of a row *)

(** Of so many holes a hand that comes through leaves this many filled. *)
Definition passed r holes := match occupied_is r with Relay => holes / 2 | Stop => holes end.

(** A hand that ends in a row leaves as many filled holes as there were, or this many. *)
Definition most r holes := match occupied_is r with Relay => 3 | Stop => holes end.

(** Seeds that fall into protected holes count as filled holes. *)
Lemma walk_leaves r owner holes hand after last :
  1 <= hand -> walk r owner hand holes = (after, last) ->
  match last with
  | Left _ => passed r (open holes) + kept holes <= filled after + kept after
  | Ended _ => min (filled holes) (most r (open holes)) + kept holes <= filled after + kept after
  end.
Proof.
  intros some W. pose proof (walk_keeps _ _ _ _ _ _ some W). unfold passed, most.
  destruct (occupied_is r) eqn:E.
  - pose proof (walk_relays _ _ E _ _ _ _ some W) as law. simpl in law.
    pose proof (Nat.div_mod (open holes) 2). pose proof (Nat.mod_upper_bound (open holes) 2).
    destruct last; [destruct law as (c & t & ? & ?)|]; lia.
  - pose proof (walk_adds _ _ E _ _ _ _ some W) as law. destruct last; simpl in *; lia.
Qed.

(** A hand that meets no filled hole fills one with each seed, or brings it home. *)
Lemma walk_empty r holes hand after last :
  filled holes = 0 -> 1 <= hand -> walk r true hand holes = (after, last) ->
  match last with
  | Left _ => kept holes <= filled after + kept after
  | Ended _ => 1 + kept holes <= filled after + kept after
  end.
Proof.
  intros none some W. revert none. pattern hand, holes, after, last.
  revert holes hand after last some W. apply walk_steps; counts; intros; try congruence.
  all: try destruct last; simpl in *; try destruct seeds; lia.
Qed.
