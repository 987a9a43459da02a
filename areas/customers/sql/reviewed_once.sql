-- Recorded changes of customers and their completed reviews are immutable.
create or replace function refuse_profile_history_change() returns trigger language plpgsql as $$
declare
  -- A merge may move a reviewed row to the survivor.
  was jsonb := to_jsonb(old) - 'customer_id';
  becomes jsonb := to_jsonb(new) - 'customer_id';
  review text[] := '{reviewed_by_id,reviewed_by,reviewed_date,review_remark}';
begin
  if becomes is distinct from was and (old.reviewed_date is not null or becomes - review is distinct from was - review) then
    raise exception 'A profile amendment is reviewed once and never changed' using errcode = '23001';
  end if;
  return new;
end $$;
create or replace trigger profile_reviewed_once before update on profile_updated_history
  for each row execute function refuse_profile_history_change();

create or replace function refuse_profile_field_change() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or (to_jsonb(new) - 'outcome') is distinct from (to_jsonb(old) - 'outcome') then
    raise exception 'A profile amendment is reviewed once and never changed' using errcode = '23001';
  end if;
  return new;
end $$;
create or replace trigger profile_field_reviewed_once before update on profile_updated_field
  for each row execute function refuse_profile_field_change();
