-- When a copy was made, so that a missing one is noticed before it is needed. Written by the command, not by the application.

create table backup_run (
  backup_run_id bigint generated always as identity primary key,
  -- The moment that the copy shows.
  made_at timestamptz not null,
  row_count bigint not null check (row_count >= 0),
  file_count bigint not null check (file_count >= 0)
);
revoke insert, update, delete, truncate on backup_run from carat_app;
