-- Returns the value of a setting, or its default if no value of the same JSON type is stored.
create or replace function setting_text(wanted text) returns text language plpgsql stable parallel safe as $$
declare
  fallback jsonb := setting_default(wanted);
begin
  if fallback is null then raise exception 'There is no setting % with a default', wanted; end if;
  return coalesce((select value from setting where name = wanted and jsonb_typeof(value) = jsonb_typeof(fallback)), fallback) #>> '{}';
end $$;
