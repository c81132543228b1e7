(** What one walk of a hand through a row leaves there, for rows of any length and any number of
    seeds. *)
From Coq Require Import List Arith Bool Lia.
From Chongkak Require Import Game.
Import ListNotations.

(** * Counting *)

Lemma count_app f one two : count f (one ++ two) = count f one + count f two.
Proof. induction one; simpl; lia. Qed.

(** A hole with seeds is one of the row. *)
Lemma nth_inside place holes seeds : nth place holes Closed = Open seeds -> place < length holes.
Proof.
  intros H. destruct (Nat.lt_ge_cases place (length holes)); auto.
  rewrite nth_overflow in H; [discriminate | lia].
Qed.

(** An open hole comes after the closed ones with which the row begins. *)
Lemma nth_first place holes seeds :
  nth place holes Closed = Open seeds -> closed_first holes <= place.
Proof.
  revert place; induction holes as [|[| |] rest IH]; intros [|place] H; simpl in *; try lia;
    try discriminate. specialize (IH _ H). lia.
Qed.

(** Filled holes are before a hole, or from it on; the later, the fewer. *)
Lemma filled_split k holes : filled holes = filled (firstn k holes) + filled (skipn k holes).
Proof. unfold filled. rewrite <- count_app, firstn_skipn. auto. Qed.

Lemma filled_later k j holes : k <= j -> filled (skipn j holes) <= filled (skipn k holes).
Proof.
  revert k j; induction holes as [|one rest IH]; intros [|k] [|j] H; simpl; try lia.
  - specialize (IH 0 j). unfold filled in *; simpl in *. lia.
  - apply IH; lia.
Qed.

(** One more hole at the end of a row is one more open hole at most. *)
Lemma open_next k holes : open (skipn k holes) <= 1 + open (skipn (S k) holes).
Proof.
  revert k; induction holes as [|one rest IH]; intros [|k]; try (simpl; lia); [|apply IH].
  unfold open; destruct one; simpl; lia.
Qed.

(** A row without its seeds: what no move changes. *)
Definition kinds : row -> row := map (fun one =>
  match one with Open _ => Open 0 | Protected _ => Protected 0 | Closed => Closed end).

(** Two rows with the same kinds of holes have as many open ones, also at their ends. *)
Lemma same_kinds one two :
  kinds one = kinds two ->
  length one = length two /\ closed_first one = closed_first two /\
  forall k, open (skipn k one) = open (skipn k two).
Proof.
  intros same.
  assert (long : forall holes, length (kinds holes) = length holes) by (intros; apply map_length).
  assert (first : forall holes, closed_first (kinds holes) = closed_first holes)
    by (induction holes as [|[| |]]; simpl; congruence).
  assert (opens : forall holes, open (kinds holes) = open holes)
    by (unfold open; induction holes as [|[| |]]; simpl; congruence).
  split; [|split]; intros; [rewrite <- long|rewrite <- first|rewrite <- opens]; symmetry;
    [rewrite <- long|rewrite <- first|rewrite <- opens]; try congruence.
  unfold kinds in *. rewrite <- !skipn_map. congruence.
Qed.

(** What becomes of a row, and of each end of it, when a hole with seeds is emptied. *)
Lemma emptied place holes seeds :
  nth place holes Closed = Open (S seeds) ->
  let after := put place (Open 0) holes in
  kinds after = kinds holes /\ kept after = kept holes /\
  filled after + 1 = filled holes /\ played after + S seeds = played holes /\
  (forall k, filled (skipn k holes) <= filled (skipn k after) + 1) /\
  (forall k, place < k -> skipn k after = skipn k holes).
Proof.
  unfold kinds, kept, filled, played; cbv zeta.
  revert place; induction holes as [|one rest IH]; intros [|place] H; simpl in *; try discriminate.
  - subst; simpl. repeat split; auto; try lia; intros [|k]; simpl; intros; auto; lia.
  - destruct (IH place H) as (-> & ? & ? & ? & some & untouched).
    repeat split; auto; try lia; intros [|k]; simpl; intros; auto; try lia.
    apply untouched; lia.
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
  kinds after = kinds holes /\ length after = length holes /\ kept holes <= kept after /\
  (owner = false -> kept after = kept holes) /\
  match last with
  | Left carried => 1 <= carried /\
    played after + kept after + carried = played holes + kept holes + hand
  | Ended _ => played after + kept after = played holes + kept holes + hand
  end.
Proof.
  destruct owner; apply walk_steps; unfold kinds; counts; intros; try destruct last; simpl in *;
    intuition (try lia; congruence).
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

(** A hand that leaves the other player's row with a single seed has lifted at most half of the open
    holes: another one follows each, and the last one was not lifted. *)
Lemma walk_spent r : occupied_is r = Relay -> forall holes hand after last,
  1 <= hand -> walk r false hand holes = (after, last) ->
  match last with
  | Left 1 => open holes + min 1 (hand - 1) <= 2 * filled after
  | _ => True
  end.
Proof.
  intros relays. apply walk_steps; counts; intros; try congruence.
  - destruct hand as [|[|]]; auto; lia.
  - auto.
  - destruct last as [|[|[|]]]; simpl in *; auto; lia.
  - destruct last as [|[|[|]]]; simpl in *; auto; lia.
  - destruct last as [|[|[|]]]; simpl in *; auto; lia.
  - destruct last as [|[|[|]]]; simpl in *; auto; lia.
Qed.

(** No seed falls into the closed holes at the beginning, and only a hand of one seed ends in the
    hole after them. *)
Lemma walk_begins r owner : forall holes hand after last,
  1 <= hand -> walk r owner hand holes = (after, last) ->
  match last with
  | Left _ => True
  | Ended place => closed_first holes <= place /\ (place = closed_first holes -> hand = 1)
  end.
Proof.
  apply walk_steps; simpl; intros; try destruct last; simpl in *; auto; try lia.
Qed.

(** * The end of a row *)

(** A hand walks through the parts of a row one after the other. *)
Lemma walk_app r owner two : forall one hand,
  walk r owner hand (one ++ two) =
  match walk r owner hand one with
  | (one, Ended place) => (one ++ two, Ended place)
  | (one, Left hand) =>
    let (two, last) := walk r owner hand two in (one ++ two, Nat.iter (length one) farther last)
  end.
Proof.
  induction one as [|one rest IH]; intros hand; simpl.
  - destruct (walk r owner hand two); auto.
  - destruct one as [[|]| |], owner, (hand =? 1), (occupied_is r); simpl; auto; rewrite IH;
      destruct (walk r _ _ rest) as [? [|left]]; simpl; auto; destruct (walk r _ left two); auto.
Qed.

(** A hand walks through the end of a row, from hole [k] on, as through a row of its own, unless it
    does not come there. Seeds that it brings home before are not lost. *)
Lemma walk_skips r owner k holes hand after last :
  1 <= hand -> walk r owner hand holes = (after, last) ->
  kept holes + kept (skipn k after) <= kept after + kept (skipn k holes) /\
  ((exists place, last = Ended place) /\ skipn k after = skipn k holes \/
   exists some last2, 1 <= some /\ walk r owner some (skipn k holes) = (skipn k after, last2) /\
     match last2 with Left hand => last = Left hand | _ => exists place, last = Ended place end).
Proof.
  intros some W. rewrite <- (firstn_skipn k holes) in W at 1. rewrite walk_app in W.
  set (two := skipn k holes) in *. set (one := firstn k holes) in *.
  assert (sum : kept holes = kept one + kept two)
    by (unfold kept; rewrite <- count_app; unfold one, two; rewrite firstn_skipn; auto).
  destruct (walk r owner hand one) as [one2 last1] eqn:V.
  pose proof (walk_keeps _ _ _ _ _ _ some V) as (_ & long & more & _ & out).
  assert (cut : forall rest, length rest = length two -> skipn k (one2 ++ rest) = rest).
  { intros rest same. rewrite skipn_app, long. unfold one, two in *.
    rewrite firstn_length, skipn_length in *.
    rewrite skipn_all2 by (rewrite long; lia).
    destruct (Nat.le_gt_cases k (length holes)).
    - replace (k - _) with 0 by lia. auto.
    - destruct rest; [apply skipn_nil|simpl in *; lia]. }
  assert (sums : forall rest, kept (one2 ++ rest) = kept one2 + kept rest)
    by (intros; apply count_app).
  destruct last1 as [place|left]; simpl in out.
  - injection W as <- <-. rewrite cut, sums, sum by auto. split; [lia|]. left. eauto.
  - destruct (walk r owner left two) as [two2 last2] eqn:E. injection W as <- <-.
    pose proof (walk_keeps _ _ _ _ _ _ (proj1 out) E) as (_ & long2 & _).
    rewrite cut, sums, sum by auto. split; [lia|]. right. exists left, last2.
    split; [tauto|split; [auto|]]. clear. induction one2; simpl; [destruct last2; eauto|].
    destruct last2; [destruct IHone2 as [? ->]|rewrite IHone2]; simpl; eauto.
Qed.

(** * The law of a row *)

(** Of so many holes a hand that comes through leaves this many filled. *)
Definition passed r holes := match occupied_is r with Relay => holes / 2 | Stop => holes end.

(** A hand that ends in a row leaves as many filled holes as there were, or this many. *)
Definition most r holes := match occupied_is r with Relay => 3 | Stop => holes end.

(** Seeds that fall into protected holes count as filled holes. *)
Lemma leaves_all r owner holes hand after last :
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
(** The same at the end of a row, from hole [k] on; with [k = 0] that is the whole row. *)
Lemma walk_leaves r owner k holes hand after last :
  1 <= hand -> walk r owner hand holes = (after, last) ->
  let had := skipn k holes in
  let has := filled (skipn k after) + kept after in
  match last with
  | Left _ => passed r (open had) + kept holes <= has
  | Ended _ => min (filled had) (most r (open had)) + kept holes <= has
  end.
Proof.
  intros enough whole. cbv zeta.
  destruct (walk_skips _ _ k _ _ _ _ enough whole) as [more cases].
  destruct cases as [[[place ->] same]|(first & end2 & some & W & E)]; [rewrite same in *; lia|].
  pose proof (leaves_all _ _ _ _ _ _ some W).
  destruct end2; [destruct E as [? ->]|rewrite E]; lia.
Qed.

(** At the end of a row, too, a hand that leaves with a single seed has lifted at most half. *)
Lemma walk_spends r k holes hand after :
  occupied_is r = Relay -> 1 <= hand -> walk r false hand holes = (after, Left 1) ->
  open (skipn k holes) <= 2 * filled (skipn k after).
Proof.
  intros relays enough whole.
  destruct (walk_skips _ _ k _ _ _ _ enough whole) as [_ cases].
  destruct cases as [[[place E] _]|(first & end2 & some & W & E)]; [discriminate|].
  destruct end2 as [|left]; [destruct E; discriminate|injection E as <-].
  apply (walk_spent _ relays) in W; auto; lia.
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
