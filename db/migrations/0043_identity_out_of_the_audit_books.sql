-- IDENTITY NUMBERS, TELEPHONE NUMBERS AND MAIL ADDRESSES DO NOT STAY IN THE AUDIT BOOKS as part of something else: as the
-- first rows of an uploaded file, as what somebody searched for and then exported, or as a filter that was kept.

-- A document as the books may keep it. Known fields are masked by their name, free searches by how they look.
create function without_identity(document jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  personal constant text := '(IdNo|IdentityNo|ContactNo|ContactNoTyped|Phone|Mobile|Email)$';
begin
  case jsonb_typeof(document)
    when 'object' then
      return coalesce((
        select jsonb_object_agg(key, case
          when jsonb_typeof(value) in ('string', 'number')
            and (key ~ personal or key = 'Text' and document->>'Field' ~ personal) then to_jsonb('•••'::text)
          else without_identity(value) end)
        from jsonb_each(document)), '{}');
    when 'array' then
      return coalesce((select jsonb_agg(without_identity(value) order by place) from jsonb_array_elements(document) with ordinality item (value, place)), '[]');
    when 'string' then
      return case
        when document #>> '{}' ~ '@' then to_jsonb('•••'::text)
        -- Nine digits or more, however they are set apart; a date and its time are none.
        when document #>> '{}' ~ '^\s*\+?[0-9](?:[ ()./-]*[0-9]){8,}\s*$' and document #>> '{}' !~ '^\s*[12][0-9]{3}-[0-9]{2}-[0-9]{2}' then to_jsonb('•••'::text)
        else document end;
    else
      return document;
  end case;
end $$;

-- What lies in the books already.
update audit_record set updated_info = masked.info
from (
  select audited_at as at, audit_record_id as id, (
    select jsonb_object_agg(key, case
      when key = 'Sample' then to_jsonb('•••'::text)
      when key in ('Input', 'Filters', 'State', 'Payload', 'Summary') and value #>> '{}' ~ '^[[{]' then to_jsonb(without_identity((value #>> '{}')::jsonb)::text)
      else value end)
    from jsonb_each(updated_info::jsonb))::text as info
  from audit_record
  where object_type in ('ImportJob', 'ExportJob', 'ListView', 'Approval') and action_type = 'Add' and updated_info like '{%'
) masked
where audited_at = masked.at and audit_record_id = masked.id and updated_info is distinct from masked.info;

update audit_record set previous_info = masked.info
from (
  select audited_at as at, audit_record_id as id, (
    select jsonb_object_agg(key, case
      when key = 'Sample' then to_jsonb('•••'::text)
      when key in ('Input', 'Filters', 'State', 'Payload', 'Summary') and value #>> '{}' ~ '^[[{]' then to_jsonb(without_identity((value #>> '{}')::jsonb)::text)
      else value end)
    from jsonb_each(previous_info::jsonb))::text as info
  from audit_record
  where object_type in ('ImportJob', 'ExportJob', 'ListView', 'Approval') and action_type = 'Delete' and previous_info like '{%'
) masked
where audited_at = masked.at and audit_record_id = masked.id and previous_info is distinct from masked.info;

update audit_record set
  previous_info = case when previous_info ~ '^[[{]' then without_identity(previous_info::jsonb)::text else previous_info end,
  updated_info = case when updated_info ~ '^[[{]' then without_identity(updated_info::jsonb)::text else updated_info end
where action_type = 'Update' and (object_type, updated_field_name) in (('ListView', 'State'), ('ExportJob', 'Input'), ('ExportJob', 'Filters'));

-- The sentence about an export holds its search, cut off at some length, so it is no document any more.
update audit_log set log_text = regexp_replace(log_text, '("[A-Za-z]*(?:IdNo|IdentityNo|ContactNo|Phone|Mobile|Email)"\s*:\s*")(?:[^"\\]|\\.)*', '\1•••', 'g')
where object_type = 'ExportJob' and log_text ~ '(IdNo|IdentityNo|ContactNo|Phone|Mobile|Email)"';

update audit_log set log_text = regexp_replace(log_text, '("(?:Q|Search)"\s*:\s*")(?:[^"\\]|\\.)*', '\1•••', 'g')
where object_type = 'ExportJob' and log_text ~ '"(Q|Search)"\s*:\s*"';
