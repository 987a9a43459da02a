-- Creates a task for a cause once, and returns its id; returns null if the task exists already.
-- Long texts are shortened, and an unknown group or owner is left out, so that no task is lost.
create or replace function add_task(source text, once_key text, name text, description text, customer_id bigint, outlet_code text,
  owner_staff_id bigint, group_code text, priority text, due_day date, related_type text, related_id text, because jsonb, moment timestamptz)
returns bigint language sql as $$
  insert into task (source, once_key, name, description, customer_id, building_id, owner_staff_id, group_code, priority, due_date, related_type,
    related_id, because, created_at, updated_at)
  select add_task.source, add_task.once_key, left(add_task.name, 100), left(add_task.description, 1000), add_task.customer_id, outlet.building_id,
    (select owner.staff_id from staff owner join building owner_building using (building_id)
     where owner.staff_id = add_task.owner_staff_id and owner.status = 'Active' and (owner_building.building_id = outlet.building_id or owner_building.code = 'HQ')),
    (select task_group.code from task_group where task_group.code = add_task.group_code and task_group.status = 'Active'),
    add_task.priority, (add_task.due_day + time '10:00') at time zone business_zone(), add_task.related_type, add_task.related_id,
    add_task.because, add_task.moment, add_task.moment
  from (
    select building.building_id from building where building.status = 'Active' and building.code in (
      coalesce(add_task.outlet_code, (select person.registered_outlet_code from customer person where person.customer_id = add_task.customer_id)), 'HQ')
    order by building.code = 'HQ' limit 1
  ) outlet
  on conflict on constraint task_once_key_key do nothing
  returning task.task_id
$$;

/* Deletes generated tasks of a record that are no longer needed, unless they were started or have progress logs. */
create or replace function take_tasks_away(made_by text, about text, about_id text, moment timestamptz) returns void language sql as $$
  update task set status = 'Deleted', version = version + 1, updated_at = moment
  where source = made_by and related_type = about and related_id = about_id and status = 'To Do'
    and not exists (select from task_progress_log log where log.task_id = task.task_id and log.status <> 'Deleted')
$$;
