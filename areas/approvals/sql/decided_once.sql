-- What was asked for stays as it was asked, and a decision stays as it was made.
create or replace function refuse_approval_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.status <> 'Pending'
    or (to_jsonb(new) - '{status,decided_by_id,decided_by,decided_at,decision_remark,membership_no}'::text[])
      is distinct from (to_jsonb(old) - '{status,decided_by_id,decided_by,decided_at,decision_remark,membership_no}'::text[]) then
    raise exception 'A request for approval is decided once and never changed' using errcode = '23001';
  end if;
  return new;
end $$;
create or replace trigger approval_decided_once before update or delete on approval
  for each row execute function refuse_approval_change();
