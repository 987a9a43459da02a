-- Records an activity of the program at `at_outlet`, or else at the customer's outlet. Creates a missing activity type.
create or replace function note_activity(person bigint, code text, description text, log text, at_outlet text, source jsonb) returns void language sql as $$
  insert into activity_type (activity_code, description) values (code, description) on conflict do nothing;
  insert into customer_activity (customer_id, activity_code, activity_log, building_id, staff_id, created_by_id, created_at, updated_by_id, updated_at)
  select person, code, left(log, 1000), outlet.building_id, (source->>'StaffId')::bigint, (source->>'CreatedById')::bigint, moment, (source->>'CreatedById')::bigint, moment
  from coalesce((source->>'Now')::timestamptz, now()) moment, lateral (
    select building_id from building
    where building.code in (at_outlet, (select registered_outlet_code from customer where customer_id = person), 'HQ')
    order by building.code = at_outlet desc nulls last, building.code = 'HQ' limit 1
  ) outlet
$$;
