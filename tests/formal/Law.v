(** The law: a player gets the seeds that [sure] promises, whatever the opponent plays. *)
From Coq Require Import List Arith Bool Lia.
From Chongkak Require Import Game Rows Moves.
Import ListNotations.

Local Arguments Nat.min : simpl never.
Local Arguments Nat.div : simpl never.

(** All seeds of a position. *)
Definition total (x : position) := owned x A + owned x B.

(** A move as its player sees it. *)
Lemma seen r x origin y :
  play r x origin = Some y ->
  let me := mover x in
  exists b in_store,
    sow r (Board (row_of x me) (store_of x me) (row_of x (other me))) origin = Some (b, in_store) /\
    row_of y me = mine b /\ store_of y me = store b /\
    row_of y (other me) = theirs b /\ store_of y (other me) = store_of x (other me) /\
    judge r in_store x b = (mover y, marked y).
Proof.
  unfold play. intros H; simpl.
  destruct (sow r _ origin) as [[b in_store]|]; [|destruct (marked x); discriminate].
  exists b, in_store. destruct (judge r in_store x b) as [next mark].
  destruct (marked x); try discriminate; destruct (mover x); injection H as <-; repeat split.
Qed.

(** The next player can move, or the round is over. If the last seed did not fall into the store,
    it is the other player, provided that this one can move. *)
Lemma judged r in_store x b next mark :
  judge r in_store x b = (next, mark) ->
  mark = Over \/
  (next = mover x /\ can_move (mine b) = true /\ (in_store = true \/ can_move (theirs b) = false)) \/
  (next = other (mover x) /\ can_move (theirs b) = true).
Proof.
  unfold judge. intros H.
  destruct in_store, (again r), (can_move (mine b)) eqn:own, (can_move (theirs b)) eqn:others,
    (end_is r), (marked x); simpl in H; injection H as <- <-; auto 6.
Qed.

(** What a position is worth to a player for certain. *)
Definition worth r x p :=
  match marked x with
  | Over => owned x p
  | _ => won x p + sure r x p
  end.

(** * What a move leaves of the promise *)

Lemma lasting_is r holes :
  lasting r holes = min (passed r holes - one_if (captures r)) (most r holes).
Proof. unfold lasting, passed, most. destruct (occupied_is r); lia. Qed.

Lemma promised_guarded_is r holes :
  promised_guarded r holes = min (filled holes) (min (passed r (open holes)) (most r (open holes))).
Proof.
  assert (filled holes <= open holes)
    by (unfold filled, open; induction holes as [|[[|]| |]]; simpl; lia).
  unfold promised_guarded, passed, most. destruct (occupied_is r); lia.
Qed.

Ltac compare := repeat match goal with
  | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
  | H : context [?a <=? ?b] |- _ => destruct (Nat.leb_spec a b)
  end; cbn [andb one_if negb] in *.

Lemma mover_gets r b origin after in_store to_move :
  sow r b origin = Some (after, in_store) -> nearest (mine b) origin ->
  let had := store b + kept (mine b) + promised r (open (mine b)) (filled (mine b)) true in
  let has := store after + kept (mine after) in
  had <= has + promised r (open (mine after)) (filled (mine after)) to_move /\
  had <= has + filled (mine after).
Proof.
  intros H near. apply move_for_mover in H. destruct H as (_ & kind & more & one & law).
  destruct (same_kinds _ _ kind) as (_ & _ & opens). specialize (opens 0). simpl in opens.
  destruct (law near) as [keeps two]. specialize (keeps 0).
  simpl in *. rewrite opens. unfold promised. rewrite lasting_is.
  destruct (at_once r) eqn:E; cbn [negb].
  - destruct (occupied_is r) eqn:O, (lone_is r) eqn:L; try lia.
    specialize (one (conj eq_refl (conj eq_refl eq_refl))).
    specialize (two (conj eq_refl (conj eq_refl eq_refl))).
    destruct to_move; compare; lia.
  - specialize (keeps (min (passed r (open (mine b)) - one_if (captures r))
      (most r (open (mine b))))). lia.
Qed.

Lemma other_keeps r b origin after in_store to_move :
  sow r b origin = Some (after, in_store) ->
  (in_store = false -> 1 <= filled (theirs after) -> to_move = true) ->
  let had := promised r (open (theirs b)) (filled (theirs b)) false in
  had <= promised r (open (theirs after)) (filled (theirs after)) to_move /\
  had <= filled (theirs after).
Proof.
  intros H next. apply move_for_other in H. destruct H as (kind & _ & law).
  destruct (same_kinds _ _ kind) as (_ & _ & opens). specialize (opens 0). simpl in opens.
  cbv zeta in *. rewrite opens.
  unfold promised. rewrite lasting_is. destruct (at_once r) eqn:E; cbn [negb].
  - destruct (occupied_is r) eqn:O, (lone_is r) eqn:L; try lia.
    unfold passed, most in law. rewrite O in law.
    pose proof (Nat.div_mod (open (theirs b)) 2).
    pose proof (Nat.mod_upper_bound (open (theirs b)) 2).
    destruct in_store; [destruct to_move; compare; lia|].
    destruct law as [law _].
    destruct (Nat.leb_spec 1 (filled (theirs after))) as [some|];
      [rewrite (next eq_refl some)|]; compare; lia.
  - destruct in_store; [|destruct law as [_ law]; specialize (law eq_refl)]; lia.
Qed.

(** Guarded holes stay guarded. *)
Lemma guarded_stay r one one2 two two2 :
  kinds one2 = kinds one -> kinds two2 = kinds two ->
  exists k, guarded r one two = skipn k one /\ guarded r one2 two2 = skipn k one2 /\
    open (skipn k one2) = open (skipn k one) /\ filled (skipn k one2) <= filled one2.
Proof.
  intros same same2. destruct (same_kinds _ _ same) as (_ & _ & opens).
  destruct (same_kinds _ _ same2) as (long & first & _).
  unfold guarded. rewrite long, first. eexists. repeat split; auto.
  apply (filled_later 0); lia.
Qed.

(** What the two lemmas above say is true of the promise for guarded holes, too. *)
Lemma mover_guards r b origin after in_store :
  sow r b origin = Some (after, in_store) -> nearest (mine b) origin ->
  let had := store b + kept (mine b) + promised_guarded r (guarded r (mine b) (theirs b)) in
  let has := store after + kept (mine after) in
  had <= has + promised_guarded r (guarded r (mine after) (theirs after)) /\
  had <= has + filled (mine after).
Proof.
  intros H near. pose proof (move_for_other _ _ _ _ _ H) as (kind2 & _).
  apply move_for_mover in H as (_ & kind & more & _ & law).
  destruct (guarded_stay r _ _ _ _ kind kind2) as (k & E & E2 & opens & all).
  simpl. rewrite E, E2, !promised_guarded_is, opens.
  destruct (law near) as [keeps _]. specialize (keeps k). simpl in keeps.
  set (held := open (skipn k (mine b))) in *.
  specialize (keeps (min (passed r held) (most r held))). lia.
Qed.

Lemma other_guards r b origin after in_store :
  sow r b origin = Some (after, in_store) ->
  let had := promised_guarded r (guarded r (theirs b) (mine b)) in
  had <= promised_guarded r (guarded r (theirs after) (mine after)) /\ had <= filled (theirs after).
Proof.
  intros H. pose proof (move_for_guarded _ _ _ _ _ H) as law.
  pose proof (move_for_mover _ _ _ _ _ H) as (_ & kind2 & _).
  apply move_for_other in H as (kind & _).
  destruct (guarded_stay r _ _ _ _ kind kind2) as (k & E & E2 & opens & all).
  simpl in *. rewrite E, E2 in *. rewrite !promised_guarded_is, opens. lia.
Qed.

Lemma filled_if holes : can_move holes = true -> 1 <= filled holes.
Proof. apply Nat.leb_le. Qed.

(** A move makes no position worth less to the player who lifts the nearest holes. *)
Lemma no_move_takes r p x origin y :
  playable x -> (mover x = p -> nearest (row_of x p) origin) -> play r x origin = Some y ->
  worth r x p <= worth r y p /\ total y = total x /\ (marked y = Over \/ playable y).
Proof.
  intros [going can] near moved. apply seen in moved.
  destruct moved as (b & in_store & sown & row1 & store1 & row2 & store2 & judged_so).
  set (me := mover x) in *.
  apply judged in judged_so. repeat split.
  - assert (worth r x p = won x p + sure r x p) as -> by (unfold worth; destruct (marked x); tauto).
    assert (twice : other (other me) = me) by (destruct me; auto).
    (* The promise after the move, and filled holes if the round is over. *)
    enough (marked y = Over \/ won x p + sure r x p <= won y p + sure r y p) as goes_on.
    enough (won x p + sure r x p <= won y p + filled (row_of y p)) as ends.
    { pose proof (filled_played (row_of y p)). unfold worth, owned.
      destruct (marked y); destruct goes_on; try discriminate; lia. }
    all: unfold won, sure.
    all: destruct (same p me) eqn:E.
    all: try (assert (p = me) as -> by (destruct p, me; auto; discriminate)).
    all: try (assert (p = other me) as -> by (destruct p, me; auto; discriminate)).
    all: change (mover x) with me; rewrite E.
    all: rewrite ?twice, ?row1, ?store1, ?row2, ?store2.
    + pose proof (mover_gets _ _ _ _ _ true sown (near eq_refl)).
      pose proof (mover_guards _ _ _ _ _ sown (near eq_refl)). simpl in *. lia.
    + pose proof (move_for_other _ _ _ _ _ sown) as (_ & keeps & _).
      pose proof (other_guards _ _ _ _ _ sown).
      pose proof (other_keeps _ _ _ _ _ true sown) as law. simpl in *. lia.
    + right. pose proof (mover_gets _ _ _ _ _ (same me (mover y)) sown (near eq_refl)).
      pose proof (mover_guards _ _ _ _ _ sown (near eq_refl)). simpl in *. lia.
    + destruct judged_so as [|next]; [auto|right].
      pose proof (move_for_other _ _ _ _ _ sown) as (_ & keeps & _).
      pose proof (other_guards _ _ _ _ _ sown).
      destruct (other_keeps _ _ _ _ _ (same (other me) (mover y)) sown) as [law _].
      * intros -> some. destruct next as [(_ & _ & [|no])|[-> _]]; try discriminate.
        -- apply Nat.leb_le in some. unfold can_move in no. congruence.
        -- subst me; destruct (mover x); auto.
      * simpl in *. lia.
  - apply move_for_mover in sown as [same _]. unfold seeds in same. simpl in same.
    unfold total, owned, won. subst me.
    destruct (mover x); simpl in *; rewrite row1, row2, store1, store2; lia.
  - unfold playable.
    destruct (marked y) eqn:M; auto; right; split; try discriminate;
      destruct judged_so as [|[(-> & some & _)|(-> & some)]]; try discriminate;
      change (mover x) with me; rewrite ?row1, ?row2; auto.
Qed.

(** * The law *)

(** Rounds end. *)
Lemma rounds_end r : well_founded (fun y x => exists origin, play r x origin = Some y).
Proof.
  enough (forall seeds far x,
    played (row_a x) + played (row_b x) <= seeds -> way (row_a x) + way (row_b x) <= far ->
    Acc (fun y x => exists origin, play r x origin = Some y) x) as E by (intros x; eauto).
  induction seeds as [seeds out] using lt_wf_ind; induction far as [far on] using lt_wf_ind.
  intros x few near. constructor. intros y [origin moved].
  apply seen in moved as (b & in_store & sown & row1 & _ & row2 & _).
  apply move_goes_on in sown.
  assert (rows : forall f : row -> nat,
    f (row_a y) + f (row_b y) = f (mine b) + f (theirs b) /\
    f (row_a x) + f (row_b x) = f (row_of x (mover x)) + f (row_of x (other (mover x)))).
  { intros f. rewrite <- row1, <- row2. destruct (mover x); simpl; lia. }
  pose proof (rows played). pose proof (rows way). simpl in *.
  destruct sown as [|[]].
  - eapply (out (played (row_a y) + played (row_b y))); eauto; lia.
  - eapply (on (way (row_a y) + way (row_b y))); eauto; lia.
Qed.

Lemma nearest_exists holes :
  1 <= filled holes ->
  exists origin filling, nth origin holes Closed = Open (S filling) /\ nearest holes origin.
Proof.
  unfold nearest, filled. induction holes as [|one rest IH]; simpl; [lia|]. intros some.
  destruct (Nat.eq_dec (count is_filled rest) 0).
  - exists 0. destruct one as [[|filling]| |]; simpl in *; try lia. eauto.
  - destruct IH as (origin & filling & ? & ?); [lia|]. exists (S origin), filling. auto.
Qed.

(** A player is assured of what [sure] promises, besides what is won already. *)
Theorem the_law r p x : playable x -> assured r p (won x p + sure r x p) x.
Proof.
  enough (forall n, playable x -> n <= won x p + sure r x p -> assured r p n x) as E by eauto.
  induction x as [x IH] using (well_founded_induction (rounds_end r)). intros n can least.
  assert (forall origin y, (mover x = p -> nearest (row_of x p) origin) ->
    play r x origin = Some y -> assured r p n y) as next.
  { intros origin y near moved.
    destruct (no_move_takes _ _ _ _ _ can near moved) as (more & _ & after).
    unfold worth in more. destruct can as [going _].
    assert (marked y = Over \/ n <= won y p + sure r y p) as [|]
      by (destruct (marked x), (marked y); try tauto; right; lia).
    - apply at_the_end; auto. rewrite H in more. destruct (marked x); try tauto; lia.
    - destruct after; [|eauto].
      apply at_the_end; auto. rewrite H0 in more. destruct (marked x); try tauto; lia. }
  destruct can as [going can].
  destruct (same p (mover x)) eqn:E.
  - assert (mover x = p) as me by (destruct p, (mover x); auto; discriminate).
    rewrite me in can. apply filled_if, nearest_exists in can.
    destruct can as (origin & filling & lifted & near).
    destruct (every_move_ends r (Board (row_of x p) (store_of x p) (row_of x (other p)))
      _ _ lifted) as [[b in_store] sown].
    assert (exists y, play r x origin = Some y) as [y moved].
    { unfold play. rewrite me, sown. destruct (judge _ _ _ _), (marked x), p; eauto; tauto. }
    eapply by_a_move; eauto.
  - assert (mover x = other p) as them by (destruct p, (mover x); auto; discriminate).
    apply against_any_move; auto. intros origin y moved. apply (next origin); auto.
    intros me. rewrite me in them. destruct p; discriminate.
Qed.

(** What both players are assured of is there: so a bound for the one bounds the other, too. *)
Theorem both_fit r p n m x :
  playable x \/ marked x = Over -> assured r p n x -> assured r (other p) m x -> n + m <= total x.
Proof.
  intros fine one. revert m fine. induction one as
    [x over has|x origin y me moved _ IH|x going them _ IH]; intros m fine two.
  - inversion two; subst; [unfold total; destruct p; simpl in *; lia| |congruence].
    unfold play in *. rewrite over in *. discriminate.
  - inversion two as [|? ? ? me2|? _ _ all]; subst.
    + unfold play in moved. rewrite H in moved. discriminate.
    + destruct (mover x); discriminate.
    + destruct fine as [can|over]; [|unfold play in moved; rewrite over in moved; discriminate].
      destruct (no_move_takes r (other (mover x)) x origin y) as (_ & <- & after); auto.
      { intros E. destruct (mover x); discriminate. }
      apply IH; [tauto|eauto].
  - inversion two as [|? origin y me moved rest|? _ me]; subst; [congruence| |].
    + destruct fine as [can|over]; [|congruence].
      destruct (no_move_takes r (other (mover x)) x origin y) as (_ & <- & after); auto.
      { intros E. destruct (mover x); discriminate. }
      eapply IH; eauto. tauto.
    + rewrite them in me. destruct p; discriminate.
Qed.
