-- Stock groups are kept here, one by one: what the ERP calls the goods on which a reward may be used.
alter table stock_group
  add status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  add version integer not null default 1,
  add created_by_id bigint references user_account,
  add created_at timestamptz not null default now(),
  add updated_at timestamptz not null default now(),
  add check (code = upper(code)),
  add check (length(code) between 1 and 40 and length(name) between 1 and 100);
