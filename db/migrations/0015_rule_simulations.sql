-- What a structure or a rate would have given over past sales. A calculation: nothing of the books follows from it.
create table point_simulation (
  simulation_id bigint generated always as identity primary key,
  kind text not null check (kind in ('Structure', 'Rate')),
  structure_id bigint references point_structure,
  rate_id bigint references point_rate,
  months integer not null check (months between 1 and 36),
  draft jsonb not null,
  status text not null check (status in ('Queued', 'Running', 'Completed', 'Failed', 'Cancelled')),
  attempts integer not null default 0,
  lines_done bigint not null default 0,
  -- Unknown until the sales were counted.
  lines_total bigint,
  result jsonb,
  message text,
  message_code text,
  created_by_id bigint not null references user_account,
  created_by text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'Structure') = (structure_id is not null)),
  check ((kind = 'Rate') = (rate_id is not null)),
  check ((status = 'Completed') = (result is not null))
);
create index point_simulation_structure on point_simulation (structure_id, simulation_id desc) where structure_id is not null;
create index point_simulation_rate on point_simulation (rate_id, simulation_id desc) where rate_id is not null;
create index point_simulation_open on point_simulation (created_at) where status in ('Queued', 'Running');
