import type { ClientBase } from 'pg'

// Tasks of the outlets that are overdue, due today or later, assigned or unassigned, with progress logs.

/** The due date of the task in days from today. 'taken' means assigned to the first adviser of the outlet. */
const tasks = [
  {
    name: 'Call about the resized ring',
    group: 'SERVICE',
    due: -3,
    priority: 'High',
    taken: true,
    log: 'CALLED, NO ANSWER',
  },
  { name: 'Ask how the necklace is worn', group: 'AFTERSALE', due: -1, priority: 'Normal', taken: false, log: null },
  { name: 'Invite to the bridal evening', group: 'INVITATION', due: 0, priority: 'Normal', taken: true, log: null },
  { name: 'Offer cleaning and inspection', group: 'AFTERSALE', due: 0, priority: 'Normal', taken: false, log: null },
  {
    name: 'Show the new solitaires',
    group: 'INVITATION',
    due: 0,
    priority: 'High',
    taken: false,
    log: 'WROTE, WILL COME ON SATURDAY',
  },
  { name: 'Collect the repaired bracelet', group: 'SERVICE', due: 2, priority: 'Normal', taken: true, log: null },
  {
    name: 'Congratulate on the wedding anniversary',
    group: 'OCCASION',
    due: 5,
    priority: 'Low',
    taken: false,
    log: null,
  },
] as const

const groups = [
  ['SERVICE', 'Service', 'Repairs, resizing and what is left to be collected'],
  ['AFTERSALE', 'After-sales care', 'Cleaning, inspection and questions after a purchase'],
  ['INVITATION', 'Invitations', 'Events and new collections'],
  ['OCCASION', 'Occasions', 'Birthdays and anniversaries'],
] as const

export async function seedTasks(client: ClientBase) {
  for (const [code, name, description] of groups)
    await client.query(`insert into task_group (code, name, description) values ($1, $2, $3) on conflict do nothing`, [
      code,
      name,
      description,
    ])
  for (const outlet of ['KL1', 'PJ1'])
    for (const [index, task] of tasks.entries()) {
      await client.query(
        `with person as (
           select customer_id from customer where registered_outlet_code = $1 and status = 'Active' and contact_no is not null
           -- Most customers of call tasks have given consent to calls.
           order by exists (select from customer_consent where customer_consent.customer_id = customer.customer_id and channel = 'Call' and granted_yn = 'Y') desc,
             customer_id offset $2 limit 1
         ), adviser as (
           select staff_id from staff join building using (building_id) where building.code = $1 and staff.status = 'Active'
           order by staff_id limit 1
         ), added_task as (
           insert into task (name, group_code, building_id, customer_id, owner_staff_id, priority, due_date, status, created_at, updated_at)
           select $3, $4, building_id, (select customer_id from person), case when $5::boolean then (select staff_id from adviser) end, $6,
             (current_date + $7::int + time '18:00') at time zone business_zone(), case when $8::text is null then 'To Do' else 'In Progress' end,
             now() - interval '6 days', now() - interval '6 days'
           from building where code = $1 returning task_id
         )
         insert into task_progress_log (task_id, contact_type, description, follow_up_date, staff_id, created_at, updated_at)
         select task_id, 'Call', $8, current_date - 1, (select staff_id from adviser), now() - interval '1 day', now() - interval '1 day'
         from added_task where $8::text is not null`,
        [outlet, index * 3 + 1, task.name, task.group, task.taken, task.priority, task.due, task.log],
      )
    }
}
