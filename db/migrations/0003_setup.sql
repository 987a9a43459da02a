create table list_item (
  list_item_id bigint generated always as identity primary key,
  list_name text not null,
  value text not null,
  sequence_no integer not null,
  status text not null default 'Active' check (status in ('Active', 'Inactive')),
  unique (list_name, value)
);

create table product_group (
  product_code text primary key check (product_code = upper(product_code)),
  product_name text not null,
  product_type text not null,
  -- Gift cards, repair deposits and investment gold earn nothing.
  earn_points_yn text not null default 'Y' check (earn_points_yn in ('Y', 'N')),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  created_by_id bigint,
  created_at timestamptz not null default now()
);

create table stock_group (
  code text primary key,
  name text not null
);

create table postcode (
  postcode text not null,
  city text not null,
  state text not null,
  primary key (postcode, city)
);
