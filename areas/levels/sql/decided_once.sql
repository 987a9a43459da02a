-- A decision about a level change is immutable.
-- Later updates of a change only record that it was applied, or move it to the survivor of a merge.
-- An approval can be undone by a function of this file until the change takes effect.
create or replace function refuse_level_history_change() returns trigger language plpgsql as $$
declare
  recorded_later constant text[] := '{applied_at,lapsed_at,membership_no,version}';
  decision constant text[] := '{status,decided_by_id,decided_at,decision_remark,effective_date,cycle_start,cycle_end,version}';
begin
  if tg_op = 'UPDATE' and erasing() and new.status = old.status then return new; end if;
  if tg_op = 'UPDATE' and old.status = 'Approved' and new.status = 'Pending' and old.applied_at is null and old.lapsed_at is null
    and current_setting('carat.taking_back', true) = 'level ' || old.level_history_id
    and (to_jsonb(new) - decision) = (to_jsonb(old) - decision) then
    return new;
  end if;
  if tg_op <> 'UPDATE'
    or (old.status <> 'Pending' and (to_jsonb(new) - recorded_later) is distinct from (to_jsonb(old) - recorded_later))
    or old.applied_at is not null and new.applied_at is distinct from old.applied_at
    or old.lapsed_at is not null and new.lapsed_at is distinct from old.lapsed_at then
    raise exception 'A change of level is decided once and never changed' using errcode = '23001';
  end if;
  return new;
end $$;
create or replace trigger level_history_decided_once before update or delete on membership_level_history
  for each row execute function refuse_level_history_change();

-- Undoes an approval that has no effect yet: the change is pending again.
create or replace function take_back_level(id bigint) returns void language plpgsql as $$
begin
  perform set_config('carat.taking_back', 'level ' || id, true);
  update membership_level_history set status = 'Pending', decided_by_id = null, decided_at = null, decision_remark = null,
    effective_date = null, cycle_start = null, cycle_end = null, version = version + 1
  where level_history_id = id and status = 'Approved' and applied_at is null and lapsed_at is null;
  perform set_config('carat.taking_back', '', true);
end $$;
