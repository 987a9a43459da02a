-- Product groups are kept on a screen now: who saves an old form is told, and a delete can be undone.
alter table product_group
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
