-- How people like to look at lists: named views, and what each user chose for a list.

create table list_view (
  view_id bigint generated always as identity primary key,
  owner_id bigint not null references user_account,
  -- The list's call, and the name of the list where a page has several.
  list text not null check (length(list) between 1 and 120),
  name text not null check (length(name) between 1 and 60),
  shared_yn text not null default 'N' check (shared_yn in ('Y', 'N')),
  -- Filters, sort, page size, columns and density; its shape stands in kit/contract/list-view.ts.
  state jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_view_name on list_view (owner_id, list, lower(name));
create index list_view_shared on list_view (list) where shared_yn = 'Y';

create table list_choice (
  user_id bigint not null references user_account,
  list text not null check (length(list) between 1 and 120),
  columns jsonb,
  density text check (density in ('comfortable', 'compact')),
  default_view_id bigint references list_view on delete set null,
  updated_at timestamptz not null default now(),
  primary key (user_id, list)
);
create index list_choice_default on list_choice (default_view_id) where default_view_id is not null;
