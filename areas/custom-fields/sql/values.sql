-- Returns the values of a record's active custom fields. Values of inactive and deleted fields stay stored.
create or replace function shown_values(object text, field_values jsonb) returns jsonb language sql stable parallel safe as $$
  select case when field_values = '{}' then field_values else coalesce((
    select jsonb_object_agg(field.custom_field_code, field_values -> field.custom_field_code)
    from custom_field field
    where field.object_type = object and field.status = 'Active' and field_values ? field.custom_field_code), '{}') end
$$;
