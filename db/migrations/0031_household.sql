-- THE JEWELLERY PROFILE OF A CUSTOMER, AND WHO BELONGS TOGETHER.

-- What somebody likes and wears.
create table jewellery_profile (
  profile_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  metals text[] not null default '{}',
  stones text[] not null default '{}',
  allergies text check (length(allergies) between 1 and 300),
  budget_from numeric(14,2) check (budget_from >= 0),
  budget_to numeric(14,2) check (budget_to >= 0),
  remarks text check (length(remarks) between 1 and 1000),
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint references user_account,
  created_at timestamptz not null default now(),
  updated_by_id bigint references user_account,
  updated_at timestamptz not null default now(),
  check (budget_from <= budget_to)
);
create unique index jewellery_profile_once on jewellery_profile (customer_id) where status = 'Active';

-- Sizes of the customer, and of others whom they buy for, who are then named.
create table jewellery_size (
  size_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  person text check (length(person) between 1 and 60),
  kind text not null check (kind in ('Ring', 'Bracelet', 'Bangle', 'Necklace', 'Anklet')),
  finger text,
  size text not null check (length(size) between 1 and 20),
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint references user_account,
  created_at timestamptz not null default now(),
  updated_by_id bigint references user_account,
  updated_at timestamptz not null default now(),
  check ((kind = 'Ring') = (finger is not null))
);
create unique index jewellery_size_once on jewellery_size (customer_id, upper(person), kind, finger) nulls not distinct where status = 'Active';

-- Days that count for them, beside birthday and wedding day.
create table important_date (
  date_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  label text not null check (length(label) between 1 and 60),
  occurs_on date not null,
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint references user_account,
  created_at timestamptz not null default now(),
  updated_by_id bigint references user_account,
  updated_at timestamptz not null default now()
);
create unique index important_date_once on important_date (customer_id, upper(label), occurs_on) where status = 'Active';

-- What somebody wishes for. Who bought it for them stands here too, and is told on the page of who gives only.
create table favourite (
  favourite_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  name text not null check (length(name) between 1 and 120),
  price numeric(14,2) check (price >= 0),
  image_url text,
  remarks text check (length(remarks) between 1 and 500),
  -- Whether those of the household who give may hear of it.
  hint_yn text not null default 'Y' check (hint_yn in ('Y', 'N')),
  given_by_id bigint references customer,
  given_at timestamptz,
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint references user_account,
  created_at timestamptz not null default now(),
  updated_by_id bigint references user_account,
  updated_at timestamptz not null default now(),
  check ((given_by_id is null) = (given_at is null)),
  check (given_by_id <> customer_id)
);
create index favourite_of_customer on favourite (customer_id, favourite_id);
create index favourite_given on favourite (given_by_id) where given_by_id is not null;

-- Two customers of one household; `relation` says what the relative is to the customer.
create table household_link (
  link_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  relative_id bigint not null references customer,
  relation text not null check (relation in ('Spouse', 'Parent', 'Child', 'Sibling', 'Other')),
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint references user_account,
  created_at timestamptz not null default now(),
  updated_by_id bigint references user_account,
  updated_at timestamptz not null default now(),
  check (customer_id <> relative_id or status = 'Deleted')
);
create unique index household_link_once on household_link (least(customer_id, relative_id), greatest(customer_id, relative_id)) where status = 'Active';
create index household_link_relative on household_link (relative_id);
create index household_link_customer on household_link (customer_id);
