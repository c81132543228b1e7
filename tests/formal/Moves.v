(** What one move wins, and what it leaves in both rows. *)
From Coq Require Import List Arith Bool Lia.
From Chongkak Require Import Game Rows.
Import ListNotations.

Local Arguments Nat.min : simpl never.
Local Arguments passed : simpl never.
Local Arguments most : simpl never.

(** The hole from which the law's player lifts: the filled one nearest to the store. *)
Definition nearest (holes : row) (origin : nat) := filled (skipn (S origin) holes) = 0.

(** * Rounds of the board *)

(** All seeds of a board. *)
Definition seeds (b : board) :=
  store b + played (mine b) + kept (mine b) + played (theirs b) + kept (theirs b).

(** The hole of the last seed, as [walk_end] says. *)
Definition sound r (holes : row) place (protected : Prop) :=
  match nth place holes Closed with
  | Protected _ => protected
  | Open (S more) => more = 0 \/ occupied_is r = Stop
  | _ => False
  end.

(** The rounds of a hand: the store gets a seed each time, no seed is lost, and each row is left as
    [walk_leaves] says, from any hole [k] to its end. If the hand ends in the mover's first hole
    after closed ones, it has left the other row with one seed. *)
Lemma round_leaves r : forall fuel b hand times after at_last,
  1 <= hand -> go_round r fuel b hand times = Some (after, at_last) ->
  store b + 1 <= store after /\
  seeds after = seeds b + hand /\
  kinds (mine after) = kinds (mine b) /\ kinds (theirs after) = kinds (theirs b) /\
  kept (mine b) <= kept (mine after) /\ kept (theirs after) = kept (theirs b) /\
  (forall k q, let had := skipn k (mine b) in q <= passed r (open had) -> q <= most r (open had) ->
    min (filled had) q + kept (mine b)
      <= min (filled (skipn k (mine after))) q + kept (mine after)) /\
  (forall k, let had := skipn k (theirs b) in let has := filled (skipn k (theirs after)) in
    match at_last with
    | InStore => min (filled had) (passed r (open had)) <= has
    | InOther => min (filled had) (min (passed r (open had)) (most r (open had))) <= has
    | InOwn _ place => passed r (open had) <= has /\
      (occupied_is r = Relay -> place = closed_first (mine b) -> open had <= 2 * has)
    end) /\
  match at_last with
  | InOwn n place =>
    times < n /\ closed_first (mine b) <= place /\
    sound r (mine after) place (store b + kept (mine b) + 2 <= store after + kept (mine after))
  | _ => mine after = mine b \/ store b + 2 <= store after
  end.
Proof.
  unfold seeds. induction fuel as [|fuel IH]; intros b hand times after at_last some R; simpl in R;
    [discriminate|].
  destruct (Nat.eqb_spec hand 1) as [->|].
  { injection R as <- <-; simpl. repeat split; auto; lia. }
  destruct (walk r false (hand - 1) (theirs b)) as [theirs' [place|left1]] eqn:W;
    (assert (more : 1 <= hand - 1) by lia);
    pose proof (walk_keeps _ _ _ _ _ _ more W) as (kind & _ & ? & same & ?);
    pose proof (fun k => walk_leaves _ _ k _ _ _ _ more W) as L; simpl in L;
    specialize (same eq_refl).
  { injection R as <- <-; simpl. repeat split; auto; try lia. intros k. specialize (L k). lia. }
  destruct (walk r true left1 (mine b)) as [mine' [place|left2]] eqn:V;
    (assert (more2 : 1 <= left1) by lia);
    pose proof (walk_keeps _ _ _ _ _ _ more2 V) as (kind2 & _ & ? & _ & ?);
    pose proof (fun k => walk_leaves _ _ k _ _ _ _ more2 V) as M; simpl in M.
  { injection R as <- <-; cbn [mine store theirs].
    pose proof (walk_end _ _ _ _ _ _ more2 V) as at_end; simpl in at_end.
    destruct (walk_begins _ _ _ _ _ _ more2 V) as [far first].
    assert (occupied_is r = Relay -> place = closed_first (mine b) ->
      forall k, open (skipn k (theirs b)) <= 2 * filled (skipn k theirs')).
    { intros relays at_first. rewrite (first at_first) in W.
      intros k. apply (walk_spends r k _ _ _ relays more W). }
    repeat split; intros; auto; try lia; try specialize (L k); try specialize (M k); auto; try lia.
    unfold sound. destruct (nth place mine' Closed) as [[|]| |]; auto; lia. }
  apply IH in R; [|lia]; simpl in R.
  destruct R as (? & ? & kind3 & kind4 & ? & ? & Q & K & E).
  destruct (same_kinds _ _ kind) as (_ & _ & opens).
  destruct (same_kinds _ _ kind2) as (_ & first & opens2). rewrite first in *.
  repeat split; try lia; try congruence.
  - intros k q ? ?. specialize (Q k q). specialize (M k). rewrite (opens2 k) in *. lia.
  - intros k. specialize (K k). specialize (L k). rewrite (opens k) in *.
    destruct at_last; auto; lia.
  - destruct at_last; try lia. destruct E as (? & ? & sounds). split; [lia|split; [auto|]].
    revert sounds. unfold sound. destruct (nth place _ Closed) as [[|]| |]; auto; lia.
Qed.

(** The rounds end: each costs a seed in play. *)
Lemma round_ends r : forall fuel b hand times,
  1 <= hand -> played (mine b) + played (theirs b) + hand <= fuel ->
  exists after, go_round r fuel b hand times = Some after.
Proof.
  induction fuel as [|fuel IH]; intros b hand times some enough; [lia|]; simpl.
  destruct (Nat.eqb_spec hand 1); [eauto|].
  destruct (walk r false (hand - 1) (theirs b)) as [theirs' [|left1]] eqn:W; [eauto|].
  apply walk_keeps in W; [|lia]. destruct W as (_ & _ & ? & _ & ?).
  destruct (walk r true left1 (mine b)) as [mine' [|left2]] eqn:V; [eauto|].
  apply walk_keeps in V; [|lia]. destruct V as (_ & _ & ? & _ & ?).
  apply IH; simpl; lia.
Qed.

(** * The last seed *)

(** A last seed that empties its hole is won, or wins others; a capture empties one hole of the
    other row, the one across, and none where a capture needs a way round that the hand has not
    made. What is said of the holes from [k] on is true of any end of a row. *)
Lemma settle_leaves r origin b at_last :
  let after := settle r origin b at_last in
  seeds after = seeds b /\
  kinds (mine after) = kinds (mine b) /\ kinds (theirs after) = kinds (theirs b) /\
  kept (mine after) = kept (mine b) /\ kept (theirs after) = kept (theirs b) /\
  store b <= store after /\ (after = b \/ store b < store after) /\
  (forall k, filled (skipn k (mine b)) + store b <= filled (skipn k (mine after)) + store after) /\
  filled (theirs b) <= filled (theirs after) + one_if (captures r) /\
  match at_last with
  | InOwn times place =>
    (forall k, length (mine b) <= k + place -> skipn k (theirs after) = skipn k (theirs b)) /\
    (times = 0 -> at_once r = false -> theirs after = theirs b) /\
    (at_once r = true -> occupied_is r = Relay -> lone_is r = Bank ->
      forall wins, sound r (mine b) place (wins <= store b + kept (mine b)) ->
      wins <= store after + kept (mine after) \/ store b + 1 <= store after)
  | _ => after = b
  end.
Proof.
  destruct at_last as [| |times place]; simpl; try (repeat split; auto; lia).
  unfold sound. destruct (nth place (mine b) Closed) as [[|[|more]]| |] eqn:here;
    try (repeat split; simpl; auto; intros; try lia; fail).
  - assert (far : match lap_is r with
      | Always => far_enough r origin times place = true
      | _ => times = 0 -> far_enough r origin times place = false
      end) by (unfold far_enough; destruct (lap_is r); auto; intros ->; auto).
    unfold at_once, captures, seeds. pose proof (nth_inside _ _ _ here).
    destruct (emptied _ _ _ here) as (? & ? & ? & ? & less & _).
    destruct (far_enough r origin times place).
    + destruct (nth _ (theirs b) Closed) as [[|prize]| |] eqn:there;
        try destruct (emptied _ _ _ there) as (? & ? & ? & ? & _ & out);
        destruct (capture_is r), (lone_is r); simpl;
        repeat split; auto; intros; try (specialize (less k)); try lia; try congruence;
        try (apply out; lia);
        destruct (lap_is r); try discriminate; intuition discriminate.
    + destruct (lap_is r); repeat split; auto; intros; try lia; try discriminate;
        rewrite andb_false_r in *; discriminate.
  - repeat split; auto; intros; try lia. destruct H2; [lia|congruence].
Qed.

(** * A move *)

Lemma split_at place holes filling :
  nth place holes Closed = Open (S filling) ->
  holes = firstn place holes ++ Open (S filling) :: skipn (S place) holes /\
  length (firstn place holes) = place.
Proof.
  revert place; induction holes as [|one rest IH]; intros [|place] H; simpl in *; try discriminate.
  - subst; auto.
  - destruct (IH _ H) as [E L]. split; [congruence | lia].
Qed.

(** How far the seeds of a row are from its end, together. *)
Fixpoint way (holes : row) : nat :=
  match holes with
  | [] => 0
  | one :: rest => in_play one * S (length rest) + way rest
  end.

Lemma way_app one two : way (one ++ two) = way one + played one * length two + way two.
Proof. unfold played. induction one; simpl; auto. rewrite app_length. nia. Qed.

Lemma way_walk r owner : forall holes hand after last,
  1 <= hand -> walk r owner hand holes = (after, last) ->
  way after <= way holes + hand * length holes.
Proof.
  enough (forall holes hand after last,
    1 <= hand -> walk r owner hand holes = (after, last) ->
    length after = length holes /\ way after <= way holes + hand * length holes) as E
    by (intros; eapply E; eauto).
  apply walk_steps; simpl; intros; try nia; intuition nia.
Qed.

(** What a move of the nearest hole leaves in the row, it leaves in each end of the row. *)
Lemma near_the_end k origin loss one two :
  nearest one origin -> firstn origin two = firstn origin one -> kept one <= kept two ->
  filled one + kept one <= loss + filled two + kept two ->
  filled (skipn k one) + kept one <= loss + filled (skipn k two) + kept two.
Proof.
  unfold nearest. intros none same more all. destruct (Nat.le_gt_cases k origin).
  - assert (firstn k two = firstn k one) as E.
    { rewrite <- (Nat.min_l k origin), <- !firstn_firstn by auto. congruence. }
    rewrite (filled_split k one), (filled_split k two), E in all. lia.
  - pose proof (filled_later (S origin) k one). lia.
Qed.

(** A move that ends in the mover's row before the hand leaves it, or goes round. *)
Lemma sow_cases r b origin after in_store :
  sow r b origin = Some (after, in_store) ->
  exists filling b1,
    nth origin (mine b) Closed = Open (S filling) /\
    store b1 = store b /\ theirs b1 = theirs b /\
    kinds (mine b1) = kinds (mine b) /\ kept (mine b) <= kept (mine b1) /\
    (nearest (mine b) origin -> forall k,
      filled (skipn k (mine b)) + kept (mine b)
        <= 1 + filled (skipn k (mine b1)) + kept (mine b1)) /\
    ((exists place,
        origin < place /\ seeds b1 = seeds b /\
        way (mine b1) < way (mine b) /\
        in_store = false /\ after = settle r origin b1 (InOwn 0 place) /\
        sound r (mine b1) place (kept (mine b) + 1 <= kept (mine b1)) /\
        (nearest (mine b) origin -> forall k,
          filled (skipn k (mine b)) + kept (mine b)
            <= filled (skipn k (mine b1)) + kept (mine b1))) \/
     (exists hand b2 at_last,
        1 <= hand /\ seeds b1 + hand = seeds b /\
        go_round r (fuel b) b1 hand 0 = Some (b2, at_last) /\
        after = settle r origin b2 at_last /\
        (if in_store then at_last = InStore else at_last <> InStore))).
Proof.
  unfold sow, seeds. intros H.
  destruct (nth origin (mine b) Closed) as [[|filling]| |] eqn:lifted; try discriminate.
  destruct (split_at _ _ _ lifted) as [split long].
  set (before := firstn origin (mine b)) in *. set (rest := skipn (S origin) (mine b)) in *.
  destruct (walk r true (S filling) rest) as [walked last] eqn:W.
  assert (some : 1 <= S filling) by lia.
  pose proof (walk_keeps _ _ _ _ _ _ some W) as (kind & ? & ? & _ & ?).
  pose proof (fun none => walk_empty _ _ _ _ _ none some W) as E.
  pose proof (walk_end _ _ _ _ _ _ some W) as at_end.
  exists filling, (Board (before ++ Open 0 :: walked) (store b) (theirs b)); simpl.
  assert (same : firstn origin (before ++ Open 0 :: walked) = before).
  { rewrite firstn_app, long, Nat.sub_diag, firstn_all2 by lia. apply app_nil_r. }
  assert (kinds1 : kinds (before ++ Open 0 :: walked) = kinds (mine b))
    by (rewrite split; unfold kinds in *; rewrite !map_app; simpl; congruence).
  assert (sums : forall f, count f (mine b) = count f before + (f (Open (S filling)) + count f rest))
    by (intros f; rewrite split, count_app; reflexivity).
  assert (sums1 : forall f, count f (before ++ Open 0 :: walked) =
    count f before + (f (Open 0) + count f walked)) by (intros f; rewrite count_app; reflexivity).
  assert (more : kept (mine b) <= kept (before ++ Open 0 :: walked))
    by (unfold kept in *; rewrite sums, sums1; simpl; lia).
  assert (near : forall loss, match last with Left _ => 1 | Ended _ => 0 end <= loss ->
    nearest (mine b) origin -> forall k, filled (skipn k (mine b)) + kept (mine b) <=
      loss + filled (skipn k (before ++ Open 0 :: walked)) + kept (before ++ Open 0 :: walked)).
  { intros loss least is_near k. apply (near_the_end k origin); auto.
    change (filled rest = 0) in is_near. specialize (E is_near).
    unfold filled, kept in *. rewrite !sums, !sums1. simpl. destruct last; lia. }
  assert (near1 := near 1).
  destruct last as [place|hand]; [specialize (near 0 (le_n 0))|clear near];
    specialize (near1 ltac:(lia)); simpl in *; unfold kept, played in *.
  - injection H as <- <-. repeat split; auto.
    left. exists (S origin + place). repeat split; auto; try lia.
    { rewrite !sums, !sums1; simpl; lia. }
    { pose proof (way_walk _ _ _ _ _ _ some W). rewrite split, !way_app; simpl.
      destruct (walk_keeps _ _ _ _ _ _ some W) as (_ & -> & _). lia. }
    unfold sound; simpl. rewrite app_nth2 by lia.
    replace (S (origin + place) - length before) with (S place) by lia; simpl.
    destruct (nth place walked Closed) as [[|]| |]; auto; rewrite sums, sums1; simpl; lia.
  - repeat split; auto. right.
    destruct (go_round r (fuel b) _ hand 0) as [[b2 at_last]|] eqn:R; [|discriminate].
    exists hand, b2, at_last. repeat split; rewrite ?sums, ?sums1; simpl; try lia;
      destruct at_last; injection H as <- <-; auto; discriminate.
Qed.

(** Every move of a hole with seeds ends. *)
Theorem every_move_ends r b origin filling :
  nth origin (mine b) Closed = Open (S filling) -> exists after, sow r b origin = Some after.
Proof.
  intros lifted. unfold sow. rewrite lifted. destruct (split_at _ _ _ lifted) as [split _].
  set (rest := skipn (S origin) (mine b)) in *.
  destruct (walk r true (S filling) _) as [walked [place|hand]] eqn:W; [eauto|].
  apply walk_keeps in W; [|lia]. destruct W as (_ & _ & ? & _ & some & ?).
  set (b1 := Board _ _ _).
  destruct (round_ends r (fuel b) b1 hand 0 some) as [[b2 at_last] ->]; [|destruct at_last; eauto].
  unfold fuel, played in *; simpl. rewrite split at 2. rewrite !count_app; simpl. lia.
Qed.

(** What a move does for its player: nothing is lost, and where each move wins a seed, it wins one.
    The filled hole nearest to the store wins seeds or keeps holes filled, or both. *)
Lemma move_for_mover r b origin after in_store :
  sow r b origin = Some (after, in_store) ->
  let wins := store after + kept (mine after) - (store b + kept (mine b)) in
  let brings := at_once r = true /\ occupied_is r = Relay /\ lone_is r = Bank in
  seeds after = seeds b /\
  kinds (mine after) = kinds (mine b) /\
  store b + kept (mine b) <= store after + kept (mine after) /\
  (brings -> 1 <= wins) /\
  (nearest (mine b) origin ->
    (forall k q, let had := skipn k (mine b) in
      q <= passed r (open had) -> q <= most r (open had) ->
      min (filled had) q <= min (filled (skipn k (mine after))) q + wins) /\
    (brings -> 3 <= filled (mine b) -> 2 <= wins \/ 2 <= filled (mine after))).
Proof.
  intros H; simpl.
  apply sow_cases in H as (filling & b1 & _ & sb & tb & ob & kb & nb & cases).
  destruct cases as [(place & _ & same & _ & _ & E & sounds & near)
    | (hand & b2 & at_last & some & same & R & E & _)].
  - destruct (settle_leaves r origin b1 (InOwn 0 place)) as (S1 & S2 & _ & S3 & _ & S4 & _ & S5 & _ & S6).
    rewrite <- E in *. destruct S6 as (_ & _ & bank).
    assert (wins : at_once r = true /\ occupied_is r = Relay /\ lone_is r = Bank ->
      1 + store b + kept (mine b) <= store after + kept (mine after)).
    { intros (one & two & three).
      destruct (bank one two three (store b + kept (mine b) + 1)); [|lia|lia].
      unfold sound in *. destruct (nth place (mine b1) Closed) as [[|]| |]; auto; lia. }
    repeat split; try lia; try congruence.
    + intros all; apply wins in all; lia.
    + intros k q _ _; specialize (near H k); specialize (S5 k); lia.
    + intros all some; apply wins in all; specialize (near H 0); specialize (S5 0); simpl in *; lia.
  - apply round_leaves in R; [|lia]. destruct R as (R1 & R2 & R3 & _ & R4 & _ & R5 & _ & R6).
    destruct (settle_leaves r origin b2 at_last) as (S1 & S2 & _ & S3 & _ & S4 & _ & S5 & _ & S6).
    destruct (same_kinds _ _ ob) as (_ & _ & opens). rewrite <- E in *.
    repeat split; try lia; try congruence.
    + intros k q low high. specialize (R5 k q). simpl in R5. rewrite opens in R5.
      specialize (R5 low high). specialize (nb H k). specialize (S5 k). lia.
    + intros (one & two & three) some3. specialize (nb H 0). specialize (S5 0). simpl in nb, S5.
      destruct at_last as [| |times place];
        try (rewrite S6 in *; destruct R6 as [E1|]; [rewrite E1 in *|]; lia).
      destruct R6 as (_ & _ & sounds), S6 as (_ & _ & bank).
      destruct (bank one two three _ sounds); lia.
Qed.

(** What a move leaves in the other row. *)
Lemma move_for_other r b origin after in_store :
  sow r b origin = Some (after, in_store) ->
  kinds (theirs after) = kinds (theirs b) /\ kept (theirs after) = kept (theirs b) /\
  (let whole := passed r (open (theirs b)) in
   let others := min whole (most r (open (theirs b))) in
   if in_store then min (filled (theirs b)) whole <= filled (theirs after)
   else min (filled (theirs b)) (min whole (1 + others)) <= filled (theirs after) + 1 /\
     (at_once r = false ->
       min (filled (theirs b)) (min (whole - one_if (captures r)) others)
         <= filled (theirs after))).
Proof.
  intros H; simpl.
  apply sow_cases in H as (filling & b1 & _ & sb & tb & ob & kb & nb & cases).
  destruct cases as [(place & _ & same & _ & -> & -> & sounds & near)
    | (hand & b2 & at_last & some & same & R & -> & E)].
  - destruct (settle_leaves r origin b1 (InOwn 0 place)) as (_ & _ & S1 & _ & S2 & _ & _ & _ & S3 & S4).
    destruct S4 as (_ & S4 & _). rewrite <- tb. repeat split; auto.
    + destruct (captures r); cbn [one_if] in S3; lia.
    + intros no; rewrite S4 by auto; lia.
  - apply round_leaves in R; [|lia]. destruct R as (_ & _ & _ & R1 & _ & R2 & _ & R3 & _).
    destruct (settle_leaves r origin b2 at_last) as (_ & _ & S1 & _ & S2 & _ & _ & _ & S3 & S4).
    specialize (R3 0). simpl in R3. rewrite tb in *. repeat split; try lia; try congruence.
    destruct in_store; [subst; rewrite S4; lia|].
    destruct at_last; try congruence; [rewrite S4 in *|]; destruct (captures r); cbn [one_if] in *; split;
      intros; lia.
Qed.

(** What it leaves of the guarded holes there. A capture takes none of them but the first, and that
    one only if the hand has left the row with one seed; then half of the others are filled. *)
Lemma move_for_guarded r b origin after in_store :
  sow r b origin = Some (after, in_store) ->
  let had := guarded r (theirs b) (mine b) in
  min (filled had) (min (passed r (open had)) (most r (open had)))
    <= filled (guarded r (theirs after) (mine after)).
Proof.
  intros H; simpl. pose proof (move_for_mover _ _ _ _ _ H) as (_ & same & _).
  destruct (same_kinds _ _ same) as (long & first & _).
  unfold guarded. rewrite long, first. clear long first same.
  set (facing := _ + _). set (k := _ - _).
  apply sow_cases in H as (filling & b1 & lifted & _ & tb & ob & _ & _ & cases).
  apply nth_first in lifted. destruct (same_kinds _ _ ob) as (long & first & _).
  assert (wide : facing <= S (closed_first (mine b)))
    by (unfold facing; destruct (occupied_is r); lia).
  destruct cases as [(place & on & _ & _ & _ & -> & _)
    | (hand & b2 & at_last & some & _ & R & -> & _)].
  - destruct (settle_leaves r origin b1 (InOwn 0 place))
      as (_ & _ & _ & _ & _ & _ & _ & _ & _ & S1 & _). rewrite S1, tb by lia. lia.
  - apply round_leaves in R; [|lia]. destruct R as (_ & _ & R1 & _ & _ & _ & _ & R2 & R3).
    destruct (same_kinds _ _ R1) as (long2 & _).
    destruct (settle_leaves r origin b2 at_last) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & S1).
    rewrite tb in *. destruct at_last as [| |times place];
      simpl in R2; try (rewrite S1; specialize (R2 k); lia).
    destruct S1 as [S1 _], R3 as (_ & far & _). rewrite first in *.
    destruct (Nat.le_gt_cases (length (mine b2)) (k + place)).
    + rewrite S1 by auto. specialize (R2 k). lia.
    + destruct (R2 (S k)) as [_ spent]. rewrite <- S1 in spent by lia.
      unfold passed, facing in *. destruct (occupied_is r); [|lia].
      specialize (spent eq_refl ltac:(lia)).
      pose proof (open_next k (theirs b)).
      pose proof (filled_later k (S k) (theirs (settle r origin b2 (InOwn times place)))).
      pose proof (Nat.div_mod (open (skipn k (theirs b))) 2). lia.
Qed.

(** No position comes again: a move takes seeds out of play, or some come nearer to the end of
    their row. *)
Lemma move_goes_on r b origin after in_store :
  sow r b origin = Some (after, in_store) ->
  played (mine after) + played (theirs after) < played (mine b) + played (theirs b) \/
  played (mine after) + played (theirs after) = played (mine b) + played (theirs b) /\
  way (mine after) + way (theirs after) < way (mine b) + way (theirs b).
Proof.
  intros H. pose proof (move_for_mover _ _ _ _ _ H) as (same & _ & more & _).
  pose proof (move_for_other _ _ _ _ _ H) as (_ & same2 & _). unfold seeds in *.
  apply sow_cases in H as (filling & b1 & _ & sb & tb & _ & kb & _ & cases).
  destruct cases as [(place & _ & _ & nearer & _ & E & _)
    | (hand & b2 & at_last & some & _ & R & E & _)].
  - destruct (settle_leaves r origin b1 (InOwn 0 place)) as (_ & _ & _ & S1 & _ & _ & S2 & _).
    rewrite <- E in *. destruct S2 as [->|]; [rewrite tb in *|]; lia.
  - apply round_leaves in R; [|lia]. destruct R as (R1 & _ & _ & _ & R2 & _).
    destruct (settle_leaves r origin b2 at_last) as (_ & _ & _ & S1 & _ & _ & S2 & _).
    rewrite <- E in *. destruct S2 as [->|]; lia.
Qed.
