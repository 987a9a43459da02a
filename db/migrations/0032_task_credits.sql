-- WHICH FOLLOW-UP LED TO A SALE: the latest contact before it, within the days of the settings. Each sale credits one.
create table task_credit (
  transaction_id bigint primary key references transaction_summary,
  task_id bigint not null references task,
  progress_log_id bigint not null references task_progress_log,
  staff_id bigint references staff,
  -- What is left of the sale after returns.
  amount numeric(14,2) not null,
  business_date date not null,
  credited_at timestamptz not null
);
create index task_credit_of_task on task_credit (task_id);
create index task_credit_of_staff on task_credit (staff_id, business_date) where staff_id is not null;
create index task_credit_of_log on task_credit (progress_log_id);
