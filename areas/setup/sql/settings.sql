-- The value of a setting of the catalogue, which must have a default. A stored value of another JSON type counts as none.
create or replace function setting_text(wanted text) returns text language plpgsql stable parallel safe as $$
declare
  fallback jsonb := setting_default(wanted);
begin
  if fallback is null then raise exception 'There is no setting % with a default', wanted; end if;
  return coalesce((select value from setting where name = wanted and jsonb_typeof(value) = jsonb_typeof(fallback)), fallback) #>> '{}';
end $$;
