-- CARD LEVELS IN A MEMBER'S LIFE: why a level changed, when it takes effect, and how each cycle was judged.

alter table membership_level_history
  -- What the requester wants to say about it.
  add column remark text,
  -- The level whose condition was met or missed, and that amount as it was then.
  add column card_level_id bigint references card_level,
  add column required_amount numeric(14,2),
  -- The days whose purchases make the basis amount.
  add column basis_from date,
  add column basis_to date,
  -- For a sale that was cancelled: the upgrade that has lost its ground.
  add column undoes_id bigint references membership_level_history,
  -- When the membership really changed; or when it was due and the member was in another category by then.
  add column applied_at timestamptz,
  add column lapsed_at timestamptz;

-- So far every approved change took effect at once.
update membership_level_history set applied_at = decided_at where status = 'Approved' and decided_at is not null;

alter table membership_level_history
  add constraint level_history_requester foreign key (requested_by_id) references user_account,
  add constraint level_history_decider foreign key (decided_by_id) references user_account,
  add check (basis_to >= basis_from),
  add check (applied_at is null or lapsed_at is null),
  add check ((applied_at is null and lapsed_at is null) or status = 'Approved'),
  -- Two persons, whatever a program may believe. Becoming a premium member by an invoice is no request: it has no
  -- earlier category. What the yearly review or a cancelled sale asks for has no requester.
  add constraint level_history_by_another check (
    from_category is null or status not in ('Approved', 'Rejected') or requested_by_id is null
    or (decided_by_id is not null and decided_by_id <> requested_by_id));

create index membership_level_history_due on membership_level_history (membership_no, level_history_id)
  where status = 'Approved' and applied_at is null and lapsed_at is null;
create index membership_level_history_queue on membership_level_history (status, requested_at desc);
-- An upgrade is taken back once: a decision about it is not asked for again and again.
create unique index membership_level_history_undoes on membership_level_history (undoes_id) where undoes_id is not null;
revoke delete, truncate on membership_level_history from carat_app;

-- What was decided stays as it was decided. That it took effect is noted later; a merge may lead it to the survivor.
create function refuse_level_history_change() returns trigger language plpgsql as $$
declare
  noted constant text[] := '{applied_at,lapsed_at,membership_no,version}';
begin
  if tg_op <> 'UPDATE'
    or (old.status <> 'Pending' and (to_jsonb(new) - noted) is distinct from (to_jsonb(old) - noted))
    or old.applied_at is not null and new.applied_at is distinct from old.applied_at
    or old.lapsed_at is not null and new.lapsed_at is distinct from old.lapsed_at then
    raise exception 'A change of level is decided once and never changed' using errcode = '23001';
  end if;
  return new;
end $$;
create trigger level_history_decided_once before update or delete on membership_level_history
  for each row execute function refuse_level_history_change();

-- How each cycle of a member ended. One row for each cycle: a night that runs twice judges nobody twice.
create table membership_cycle_review (
  membership_no text not null references membership,
  cycle_start date not null,
  cycle_end date not null,
  card_category_code text not null,
  card_level_id bigint references card_level,
  spend numeric(14,2) not null,
  maintain_amount numeric(14,2) not null,
  outcome text not null check (outcome in ('Kept', 'Kept in grace', 'Never', 'Lowest', 'Off', 'Downgrade')),
  level_history_id bigint references membership_level_history,
  reviewed_at timestamptz not null,
  primary key (membership_no, cycle_end),
  check ((outcome = 'Downgrade') = (level_history_id is not null)),
  check (cycle_end >= cycle_start)
);
create index membership_cycle_review_history on membership_cycle_review (level_history_id) where level_history_id is not null;
revoke delete, truncate on membership_cycle_review from carat_app;

-- The members whose cycle has ended, or ends in a month.
create index membership_cycle_end on membership (cycle_end) where member_type = 'Premium Member' and status = 'Active';
