-- People and their memberships.

create table customer (
  customer_id bigint generated always as identity primary key,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Suspended', 'Archived', 'Merged', 'Deleted')),
  member_type text not null default 'Non-Premium Member' check (member_type in ('Premium Member', 'Non-Premium Member')),
  salutation text,
  full_name text not null check (length(full_name) between 1 and 150),
  preferred_name text,
  id_type text,
  -- Upper case, separators removed. Null with the flag beside where the customer did not give it.
  id_no text check (id_no ~ '^[A-Z0-9]{1,30}$'),
  id_not_given_yn text not null default 'N' check (id_not_given_yn in ('Y', 'N')),
  date_of_birth date,
  gender text,
  ethnicity text,
  nationality text,
  marital_status text,
  -- E.164, and beside it what was typed.
  contact_no text,
  contact_no_typed text,
  alternate_contact_no text,
  email text,
  verified_email_yn text not null default 'N' check (verified_email_yn in ('Y', 'N')),
  verified_email_at timestamptz,
  language text,
  spoken_languages text[] not null default '{}',
  profession_level text,
  monthly_income_range text,
  where_you_know_us text,
  recommend_membership_no text,
  registered_outlet_code text not null references building (code),
  nearest_outlet_code text references building (code),
  registration_source text not null check (registration_source in ('Self Registration Portal', 'CRM', 'Import')),
  preferred_staff_id bigint references staff,
  spouse_name text,
  spouse_birthday date,
  wedding_anniversary date,
  remarks text,
  -- Waiting for staff to confirm the upgrade to premium, with what it would do.
  upgrade_pending_yn text not null default 'N' check (upgrade_pending_yn in ('Y', 'N')),
  upgrade_data jsonb,
  -- What the customer is called in a file it was imported from; a second run finds it again.
  external_ref text,
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_by_id bigint,
  updated_at timestamptz not null default now(),
  check ((id_type is null) = (id_no is null)),
  check (upgrade_pending_yn = 'N' or upgrade_data is not null)
);
create unique index customer_identity on customer (id_type, id_no) where status not in ('Deleted', 'Merged');
create unique index customer_external_ref on customer (external_ref) where external_ref is not null;
create index customer_id_no on customer (id_no text_pattern_ops);
create index customer_contact_no on customer (contact_no text_pattern_ops);
create index customer_alternate_contact_no on customer (alternate_contact_no) where alternate_contact_no is not null;
create index customer_email on customer (lower(email) text_pattern_ops);
create index customer_full_name_words on customer using gin (full_name gin_trgm_ops);
create index customer_full_name on customer (full_name, customer_id);
create index customer_outlet on customer (registered_outlet_code, customer_id);

create table customer_address (
  address_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  address_type text not null,
  line1 text not null,
  line2 text,
  line3 text,
  postcode text,
  city text,
  state text,
  country text not null default 'Malaysia',
  is_primary_yn text not null default 'N' check (is_primary_yn in ('Y', 'N')),
  returned_mail_yn text not null default 'N' check (returned_mail_yn in ('Y', 'N')),
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_by_id bigint,
  updated_at timestamptz not null default now()
);
create index customer_address_customer on customer_address (customer_id);
create unique index customer_address_primary on customer_address (customer_id) where is_primary_yn = 'Y' and status = 'Active';

-- What a customer agreed to, never overwritten: the latest row of a channel counts.
create table customer_consent (
  consent_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  channel text not null check (channel in ('Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail')),
  granted_yn text not null check (granted_yn in ('Y', 'N')),
  wording_version text not null,
  source text not null,
  outlet_code text,
  recorded_by_id bigint,
  recorded_at timestamptz not null
);
create index customer_consent_customer on customer_consent (customer_id, channel, recorded_at desc, consent_id desc);

create table card_group (
  group_id bigint generated always as identity primary key,
  name text not null check (length(name) <= 20),
  description text not null check (length(description) <= 300),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index card_group_name on card_group (upper(name)) where status <> 'Deleted';

create table card_category (
  card_category_id bigint generated always as identity primary key,
  code text not null check (code = upper(code) and length(code) <= 20),
  card_group_id bigint not null references card_group,
  name text not null check (length(name) <= 50),
  description text,
  level_sequence integer not null check (level_sequence between 1 and 99),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index card_category_code on card_category (code) where status <> 'Deleted';
create unique index card_category_sequence on card_category (card_group_id, level_sequence) where status <> 'Deleted';

-- The entry and stay conditions of a category. A null validity leaves the structure's.
create table card_level (
  card_level_id bigint generated always as identity primary key,
  card_category_id bigint not null references card_category,
  first_sales_amount numeric(14,2) not null check (first_sales_amount >= 0),
  accumulate_amount numeric(14,2) not null default 0 check (accumulate_amount >= 0),
  maintain_amount numeric(14,2) not null default 0 check (maintain_amount >= 0),
  cycle_months integer not null default 12 check (cycle_months between 1 and 120),
  grace_days integer not null default 30 check (grace_days between 0 and 365),
  downgrade_mode text not null default 'One level' check (downgrade_mode in ('One level', 'Re-assess', 'Never')),
  point_multiplier numeric(6,2) not null default 1 check (point_multiplier between 0 and 100),
  birthday_multiplier numeric(6,2) not null default 1 check (birthday_multiplier between 0 and 100),
  point_validity_months integer check (point_validity_months between 1 and 600),
  effective_from date not null,
  effective_to date,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (effective_to >= effective_from),
  constraint card_level_one_at_a_time exclude using gist
    (card_category_id with =, daterange(effective_from, effective_to, '[]') with &&) where (status = 'Active')
);

create sequence membership_no_seq;

create table membership (
  membership_no text primary key check (membership_no ~ '^[A-Z0-9]{4,20}$'),
  customer_id bigint not null references customer,
  card_group_id bigint not null references card_group,
  card_category_code text,
  member_type text not null check (member_type in ('Premium Member', 'Non-Premium Member')),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Suspended', 'Archived', 'Merged', 'Deleted')),
  join_date date not null,
  activated_at timestamptz,
  cycle_start date,
  cycle_end date,
  merged_into_membership_no text references membership,
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_by_id bigint,
  updated_at timestamptz not null default now(),
  -- Premium means: has a category, and only then earns.
  check ((member_type = 'Premium Member') = (card_category_code is not null)),
  check (cycle_end >= cycle_start)
);
create unique index membership_one_active on membership (customer_id, card_group_id) where status = 'Active';
create index membership_customer on membership (customer_id);
create index membership_number on membership (membership_no text_pattern_ops);

create table membership_level_history (
  level_history_id bigint generated always as identity primary key,
  membership_no text not null references membership,
  action text not null check (action in ('Upgrade', 'Downgrade')),
  from_category text,
  to_category text,
  reason text not null,
  basis_amount numeric(14,2),
  basis_invoice_no text,
  cycle_start date,
  cycle_end date,
  effective_date date,
  status text not null check (status in ('Pending', 'Approved', 'Rejected', 'Deleted')),
  requested_by_id bigint,
  requested_at timestamptz not null,
  outlet_code text,
  decided_by_id bigint,
  decided_at timestamptz,
  decision_remark text,
  version integer not null default 1
);
create unique index membership_level_history_one_pending on membership_level_history (membership_no) where status = 'Pending';
create unique index membership_level_history_invoice on membership_level_history (basis_invoice_no) where status in ('Pending', 'Approved');
create index membership_level_history_member on membership_level_history (membership_no, requested_at desc);
