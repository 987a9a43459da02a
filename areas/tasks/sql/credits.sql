-- SALE CREDITS: a sale is credited to the latest contact within the configured days.
-- Returns reduce the amount that is credited.

create or replace function tasks_on_sale_received(sale transaction_summary, source jsonb) returns void language sql as $$
  insert into task_credit (transaction_id, task_id, progress_log_id, staff_id, amount, business_date, credited_at)
  select sale.transaction_id, contact.task_id, contact.progress_log_id, contact.staff_id, sale.net_amount, sale.business_date,
    coalesce((source->>'Now')::timestamptz, now())
  from (
    select log.task_id, log.progress_log_id, log.staff_id from task join task_progress_log log using (task_id)
    where task.customer_id = sale.customer_id and task.status <> 'Deleted' and log.contact_type <> 'N/A' and log.status in ('Active', 'Completed')
      and log.created_at <= sale.performed_at and log.created_at > sale.performed_at - make_interval(days => setting_text('tasks.creditDays')::int)
    order by log.created_at desc, log.progress_log_id desc limit 1
  ) contact
  where sale.transaction_type = 'N' and sale.net_amount > 0
  -- The credited amount changes if lines are added to the sale later.
  on conflict (transaction_id) do update set amount = excluded.amount where task_credit.amount <> excluded.amount
$$;

create or replace function tasks_on_sale_returned(sale transaction_summary, source jsonb) returns void language sql as $$
  -- A sale that is returned completely or unassigned has no credit.
  delete from task_credit where transaction_id = sale.transaction_id and (
    exists (select from transaction_summary present where present.transaction_id = sale.transaction_id and present.customer_id is null)
    or sale_left(sale.transaction_id) <= 0);
  update task_credit set amount = sale_left(sale.transaction_id) where transaction_id = sale.transaction_id
$$;
