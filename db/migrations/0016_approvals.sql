-- WHAT NEEDS A SECOND PERSON. A request says what will be done once somebody else agrees; what it does, its own area knows.

create table approval (
  approval_id bigint generated always as identity primary key,
  -- What is asked for, by the name under which its area registered it.
  kind text not null,
  object_type text not null,
  object_id text not null,
  -- What the queue shows: a text of the web application and the values it names.
  summary jsonb not null,
  -- What the area was asked to do, exactly.
  payload jsonb not null,
  -- Who may decide: whoever holds this privilege and did not ask.
  privilege text not null,
  membership_no text references membership,
  outlet_code text,
  requested_by_id bigint references user_account,
  requested_by text not null,
  requested_at timestamptz not null,
  status text not null default 'Pending' check (status in ('Pending', 'Approved', 'Rejected', 'Withdrawn')),
  decided_by_id bigint references user_account,
  decided_by text,
  decided_at timestamptz,
  decision_remark text,
  check ((status = 'Pending') = (decided_at is null)),
  -- Two persons, whatever a program may believe.
  constraint approval_by_another check (status not in ('Approved', 'Rejected') or decided_by_id is distinct from requested_by_id),
  check (status <> 'Rejected' or decision_remark is not null)
);
create unique index approval_waiting on approval (kind, object_type, object_id) where status = 'Pending';
create index approval_queue on approval (privilege, requested_at) where status = 'Pending';
create index approval_requester on approval (requested_by_id, requested_at desc);
create index approval_requested on approval (requested_at desc);
create index approval_member on approval (membership_no) where membership_no is not null;
revoke delete, truncate on approval from carat_app;

-- What was asked for stays as it was asked, and a decision stays as it was made.
create function refuse_approval_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.status <> 'Pending'
    or (to_jsonb(new) - '{status,decided_by_id,decided_by,decided_at,decision_remark,membership_no}'::text[])
      is distinct from (to_jsonb(old) - '{status,decided_by_id,decided_by,decided_at,decision_remark,membership_no}'::text[]) then
    raise exception 'A request for approval is decided once and never changed' using errcode = '23001';
  end if;
  return new;
end $$;
create trigger approval_decided_once before update or delete on approval
  for each row execute function refuse_approval_change();

-- The list of adjustments looks only at these rows of the ledger.
create index point_history_adjustments on point_history (sequence_no desc, history_id desc)
  where transaction_type in ('Adjust In', 'Adjust Out');
create index point_history_adjustment_invoice on point_history (invoice_no)
  where transaction_type in ('Adjust In', 'Adjust Out') and invoice_no is not null;
