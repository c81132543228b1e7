(** A checker of proofs as in positions/proofs: what it accepts is true. It takes nothing for
    granted, since the law is proven, and it plays by the model's rules. *)
From Coq Require Import List Arith Bool.
From Chongkak Require Import Game Law.
Import ListNotations.

(** * Positions without their stores, which no move depends on *)

Definition same_hole (one two : hole) :=
  match one, two with
  | Open a, Open b | Protected a, Protected b => a =? b
  | Closed, Closed => true
  | _, _ => false
  end.

Fixpoint same_row (one two : row) :=
  match one, two with
  | [], [] => true
  | a :: one, b :: two => if same_hole a b then same_row one two else false
  | _, _ => false
  end.

Definition alike (x y : position) :=
  if same_row (row_a x) (row_a y) then
    if same_row (row_b x) (row_b y) then
      match marked x, marked y with
      | Playing, Playing | Final, Final | Over, Over => same (mover x) (mover y)
      | _, _ => false
      end
    else false
  else false.

(** * The checker *)

(** The moves of a proof. *)
Definition moves := list (position * nat).

Fixpoint move_of (table : moves) (x : position) : option nat :=
  match table with
  | [] => None
  | (y, origin) :: rest => if alike x y then Some origin else move_of rest x
  end.

(** Whether a player gets at least [n] seeds from a position on, by the table's moves and the law. *)
Fixpoint check (r : rules) (p : player) (n : nat) (table : moves) (depth : nat) (x : position) :=
  match depth with
  | 0 => false
  | S depth =>
    let go_on := check r p n table depth in
    match marked x with
    | Over => n <=? owned x p
    | _ =>
      if negb (can_move (row_of x (mover x))) then false
      else if n <=? won x p + sure r x p then true
      else if same p (mover x) then
        match move_of table x with
        | Some origin => match play r x origin with Some y => go_on y | None => false end
        | None => false
        end
      else forallb
        (fun origin => match play r x origin with Some y => go_on y | None => true end)
        (seq 0 (length (row_of x (mover x))))
    end
  end.

Lemma more_is_enough r p n m x : n <= m -> assured r p m x -> assured r p n x.
Proof.
  intros less sure. induction sure as [x over has|x origin y me moved _ IH|x going them _ IH].
  - apply at_the_end; auto. eapply Nat.le_trans; eauto.
  - eapply by_a_move; eauto.
  - apply against_any_move; eauto.
Qed.

Lemma moves_are_holes r x origin y :
  play r x origin = Some y -> origin < length (row_of x (mover x)).
Proof.
  unfold play, sow. intros moved.
  destruct (Nat.lt_ge_cases origin (length (row_of x (mover x)))) as [|out]; auto.
  simpl in moved. rewrite nth_overflow in moved by auto. destruct (marked x); discriminate.
Qed.

Theorem what_is_accepted_is_true r p n table : forall depth x,
  check r p n table depth x = true -> assured r p n x.
Proof.
  induction depth as [|depth IH]; intros x accepted; [discriminate|]. simpl in accepted.
  assert (going : marked x = Over \/ marked x <> Over)
    by (destruct (marked x); auto; right; discriminate).
  destruct going as [over|going].
  { rewrite over in accepted. apply at_the_end; auto. apply Nat.leb_le; auto. }
  destruct (can_move (row_of x (mover x))) eqn:can; simpl in accepted;
    [|destruct (marked x); try discriminate; tauto].
  destruct (Nat.leb_spec n (won x p + sure r x p)) as [enough|].
  { apply (more_is_enough _ _ _ _ _ enough). apply the_law. split; auto. }
  destruct (same p (mover x)) eqn:E.
  - assert (mover x = p) by (destruct p, (mover x); auto; discriminate).
    destruct (move_of table x) as [origin|]; [|destruct (marked x); try discriminate; tauto].
    destruct (play r x origin) as [y|] eqn:moved; [|destruct (marked x); try discriminate; tauto].
    eapply by_a_move; eauto. apply IH. destruct (marked x); auto; tauto.
  - assert (mover x = other p) by (destruct p, (mover x); auto; discriminate).
    apply against_any_move; auto. intros origin y moved. apply IH.
    assert (all : forallb (fun origin => match play r x origin with
      | Some y => check r p n table depth y
      | None => true
      end) (seq 0 (length (row_of x (mover x)))) = true) by (destruct (marked x); auto; tauto).
    rewrite forallb_forall in all. specialize (all origin). rewrite moved in all. apply all.
    apply in_seq. split; [apply Nat.le_0_l|]. eapply moves_are_holes; eauto.
Qed.
