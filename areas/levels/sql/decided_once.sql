-- What was decided stays as it was decided. That it took effect is noted later; a merge may lead it to the survivor.
create or replace function refuse_level_history_change() returns trigger language plpgsql as $$
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
create or replace trigger level_history_decided_once before update or delete on membership_level_history
  for each row execute function refuse_level_history_change();
