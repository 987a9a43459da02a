-- THE TABLES OF VERSION 0.2.0, area by area from the ground up. Functions and triggers are not here: they stand in
-- areas/*/sql, kit/sql and db/sql and are applied after this file, and again whenever they change. What the application's
-- role may change and delete stands in db/sql/rights.sql; a table that is not named there can be read and added to, nothing else.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

do $$
begin
  -- Roles belong to the cluster, not to this database: another database may have made it already.
  create role carat_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant carat_app to current_user;
grant usage on schema public to carat_app;
alter default privileges in schema public grant select, insert on tables to carat_app;
alter default privileges in schema public grant usage, select on sequences to carat_app;

-- KIT: repeated calls, messages to be sent, the two audit logs, backups made.

create table idempotency_key (
  owner text not null,
  key text not null,
  path text not null,
  body_hash text not null,
  status smallint,
  -- json, not jsonb: a repeated call gets its answer letter for letter
  reply json,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_key_created_at on idempotency_key (created_at);

create table outbox_message (
  message_id uuid primary key,
  channel text not null check (channel in ('Email', 'SMS')),
  recipient text not null,
  subject text not null,
  body text not null,
  status text not null default 'Queued' check (status in ('Queued', 'Sent', 'Failed')),
  attempts smallint not null default 0,
  error text,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  sent_at timestamptz
);
create index outbox_message_due on outbox_message (next_try_at) where status = 'Queued';
create index outbox_message_newest on outbox_message (created_at desc);

-- Field-level audit: written by triggers only, see kit/sql/audit.sql. Partitioned by month, so that old months
-- can be moved away without touching the table that is written to.
create table audit_record (
  audit_record_id bigint generated always as identity,
  audited_at timestamptz not null,
  table_name text not null,
  object_type text not null,
  object_id text not null,
  action_type text not null check (action_type in ('Add', 'Update', 'Delete', 'Import')),
  updated_field_name text,
  previous_info text,
  updated_info text,
  updated_by_id bigint,
  updated_by text,
  outlet_code text,
  session_id text,
  source_ip text,
  request_id text,
  primary key (audited_at, audit_record_id),
  constraint audit_record_names_who check (updated_by is not null and updated_by <> '')
) partition by range (audited_at);
create table audit_record_rest partition of audit_record default;
create index audit_record_object on audit_record (object_type, object_id, audited_at desc);
create index audit_record_staff on audit_record (updated_by_id, audited_at desc);
revoke insert on audit_record, audit_record_rest from carat_app;

-- The specification's text log: one sentence for every action.
create table audit_log (
  audit_log_id bigint generated always as identity,
  logged_at timestamptz not null,
  action_type text not null,
  object_type text not null,
  object_id text not null,
  log_text text not null,
  updated_by_id bigint,
  updated_by text,
  outlet_code text,
  session_id text,
  source_ip text,
  request_id text,
  primary key (logged_at, audit_log_id),
  constraint audit_log_names_who check (updated_by is not null and updated_by <> '')
) partition by range (logged_at);
create table audit_log_rest partition of audit_log default;
create index audit_log_object on audit_log (object_type, object_id, logged_at desc);
create index audit_log_staff on audit_log (updated_by_id, logged_at desc);

-- When a backup was made, so that a missing one is noticed before it is needed. Written by the command, not by the application.
create table backup_run (
  backup_run_id bigint generated always as identity primary key,
  -- The moment that the copy shows.
  made_at timestamptz not null,
  row_count bigint not null check (row_count >= 0),
  file_count bigint not null check (file_count >= 0)
);
revoke insert on backup_run from carat_app;

-- SETUP: settings, lookup lists, product groups, postcodes, translations.

create table setting (
  name text primary key,
  value jsonb not null,
  description text not null default '',
  updated_by_id bigint,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table list_item (
  list_item_id bigint generated always as identity primary key,
  list_name text not null,
  value text not null,
  sequence_no integer not null,
  status text not null default 'Active' check (status in ('Active', 'Inactive')),
  -- The value is what records hold and never changes; the label is what people read.
  label text,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
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
  created_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now()
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

create table field_translation (
  translation_id bigint generated always as identity primary key,
  object_type text not null,
  object_id text not null,
  field_name text not null,
  language_code text not null check (language_code in ('en', 'zh', 'fr', 'ja', 'ms')),
  value text not null,
  updated_at timestamptz not null default now(),
  unique (object_type, object_id, field_name, language_code)
);

-- STAFF: buildings, departments and the people who work in them.

create table building (
  building_id bigint generated always as identity primary key,
  code text not null unique check (code = upper(code)),
  name text not null,
  building_type_id smallint not null check (building_type_id between 1 and 9),
  phone text,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table department (
  department_id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table staff (
  staff_id bigint generated always as identity primary key,
  full_name text not null,
  preferred_name text not null,
  job_title text,
  image text,
  email text,
  contact_no text,
  staff_type text not null check (staff_type in ('HQ', 'Outlet Staff', 'Outlet Manager')),
  sales_person_code text unique,
  building_id bigint not null references building,
  department_id bigint references department,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Nobody enters, returns or approves a sale of their own: who of the customers a member of staff is.
  own_customer_id bigint
);

-- ACCESS: accounts and what they may do, ways to sign in, sessions.

create table user_account (
  user_id bigint generated always as identity primary key,
  kind text not null check (kind in ('Staff', 'System')),
  username text not null check (username = lower(username)),
  staff_id bigint unique references staff,
  password_hash text,
  password_changed_at timestamptz,
  scopes text[] not null default '{}',
  status text not null default 'Active' check (status in ('Active', 'Disabled', 'Deleted')),
  last_sign_in_at timestamptz,
  -- Grows whenever what this account may do changes; see areas/access/sql/access.sql.
  access_version integer not null default 1,
  created_at timestamptz not null default now(),
  -- What a system account is for; people are called by the name of the staff behind the account.
  display_name text,
  -- Calls a minute of a system account; none unless one is set.
  calls_per_minute integer check (calls_per_minute between 1 and 100000),
  -- While a secret is exchanged at the till, the one before it works too.
  previous_password_hash text,
  previous_valid_until timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check ((kind = 'Staff') = (staff_id is not null)),
  check ((previous_password_hash is null) = (previous_valid_until is null)),
  check (kind = 'System' or (calls_per_minute is null and previous_password_hash is null))
);
create unique index user_account_username on user_account (username) where status <> 'Deleted';

create table user_role (
  user_id bigint not null references user_account,
  role text not null,
  primary key (user_id, role)
);

create table user_privilege (
  user_id bigint not null references user_account,
  privilege text not null,
  primary key (user_id, privilege)
);

-- A person at a provider is its issuer and subject, nothing else: an e-mail address proves nothing.
create table user_identity (
  identity_id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  provider text not null check (provider in ('sso', 'google', 'facebook')),
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null,
  linked_by_id bigint references user_account,
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index user_identity_user on user_identity (user_id);

-- A way to sign in that was asked for on behalf of somebody else. Only the owner of the account, by the link of a message,
-- makes it count. Of the link only the hash is kept.
create table identity_request (
  request_id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references user_account,
  provider text not null check (provider in ('sso', 'google', 'facebook')),
  issuer text not null,
  subject text not null,
  requested_by_id bigint not null references user_account,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  declined_at timestamptz,
  check (requested_by_id <> user_id),
  check (confirmed_at is null or declined_at is null)
);
create index identity_request_expiry on identity_request (expires_at);
create index identity_request_user on identity_request (user_id);

-- The shared secret of an authenticator app, encrypted with a key that the database does not hold.
create table authenticator (
  user_id bigint primary key references user_account,
  secret_sealed bytea not null,
  -- Which key sealed it, so that keys can be exchanged.
  key_id text not null,
  created_at timestamptz not null,
  -- Null until a first code has proved that the app has the secret.
  confirmed_at timestamptz,
  attempts smallint not null default 0,
  -- The last half minute whose code was taken. A code of it, or of an earlier one, is not taken again.
  last_step bigint,
  last_used_at timestamptz
);

create table recovery_code (
  user_id bigint not null references user_account,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A session is a row; ending it works at once. Only the hash of its token is kept.
create table session (
  session_id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  audience text not null check (audience in ('staff', 'system', 'customer')),
  user_id bigint references user_account,
  customer_id bigint,
  label text not null unique,
  source_ip text,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ended_by_id bigint,
  check ((audience = 'customer') = (customer_id is not null)),
  check ((audience = 'customer') = (user_id is null))
);
create index session_by_user on session (user_id) where ended_at is null;
create index session_alive on session (last_seen_at desc) where ended_at is null;

-- One-time codes. A try is counted before the code is compared, so that parallel guesses can't outrun the limit.
create table sign_in_challenge (
  challenge_id text primary key,
  user_id bigint references user_account,
  code_hash bytea,
  sent_to text,
  sends smallint not null default 1,
  sent_at timestamptz,
  attempts smallint not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  source_ip text,
  created_at timestamptz not null,
  -- How often the code may be entered, as it was set when the code was made: attempts at the same time find it in the row
  -- that they wait for.
  attempts_most smallint not null default 5 check (attempts_most between 1 and 10)
);
create index sign_in_challenge_expiry on sign_in_challenge (expires_at);

-- One round trip to a provider. Neither the state nor what it is made of is kept, only the state's hash: the browser that
-- began has the rest.
create table provider_sign_in (
  state_hash bytea primary key,
  provider text not null check (provider in ('sso', 'google', 'facebook')),
  -- Set where somebody who is signed in links their account.
  user_id bigint references user_account,
  return_to text not null,
  source_ip text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  -- When it had opened a session, and which: who comes with it later brings it a second time.
  finished_at timestamptz,
  session_id bigint references session on delete set null
);
create index provider_sign_in_expiry on provider_sign_in (expires_at);
create index provider_sign_in_session on provider_sign_in (session_id);

-- A one-time link. Only the hash of its token is kept; a link that was asked for under a name that nobody has is kept
-- too, so that asking takes as long.
create table password_link (
  token_hash bytea primary key,
  user_id bigint references user_account,
  -- Who asked for it: nobody is the owner, at the sign-in page.
  requested_by_id bigint references user_account,
  source_ip text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_link_expiry on password_link (expires_at);
create index password_link_user on password_link (user_id) where used_at is null;

create table login_activity (
  login_activity_id bigint generated always as identity,
  activity_date_time timestamptz not null,
  session_id text,
  source_ip text,
  object_type text not null,
  object_id text not null,
  activity_description text not null,
  primary key (activity_date_time, login_activity_id)
) partition by range (activity_date_time);
create table login_activity_rest partition of login_activity default;
create index login_activity_session on login_activity (session_id, activity_date_time desc);
create index login_activity_object on login_activity (object_type, object_id, activity_date_time desc);

-- Counters of the limits of sign-ins, kept here so that a restart or a second process does not reset them.
create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

-- MEDIA: files that staff attached to records.

create table media (
  media_id bigint generated always as identity primary key,
  -- Null until a form that was filled with it is saved.
  object_type text,
  object_id text,
  type text not null check (type in ('Photo', 'Video', 'Document')),
  -- What the storage calls it. Random: nobody guesses an address.
  stored_name text not null unique,
  thumbnail_name text unique,
  mime_type text not null,
  bytes bigint not null check (bytes >= 0),
  width integer,
  height integer,
  file_name text not null,
  file_extension text not null,
  title text,
  description text,
  alt_text text,
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  created_by_id bigint not null references user_account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check ((object_type is null) = (object_id is null))
);
create index media_by_object on media (object_type, object_id, created_at desc) where status = 'Active';
create index media_unattached on media (created_at) where object_type is null;
create index media_deleted on media (updated_at) where status = 'Deleted';

-- APPROVALS: what needs a second person. A request says what will be done once somebody else agrees; what it does, its own
-- area knows.

create table approval (
  approval_id bigint generated always as identity primary key,
  -- What is asked for, by the name under which its area registered it.
  kind text not null,
  object_type text not null,
  object_id text not null,
  -- What the queue shows: a text of the web application and the values it names.
  summary jsonb not null,
  -- What the area was asked to do, exactly.
  payload jsonb not null,
  -- Who may decide: whoever holds this privilege and did not ask.
  privilege text not null,
  membership_no text,
  outlet_code text,
  requested_by_id bigint references user_account,
  requested_by text not null,
  requested_at timestamptz not null,
  status text not null default 'Pending' check (status in ('Pending', 'Approved', 'Rejected', 'Withdrawn')),
  decided_by_id bigint references user_account,
  decided_by text,
  decided_at timestamptz,
  decision_remark text,
  check ((status = 'Pending') = (decided_at is null)),
  -- Two persons, whatever a program may believe.
  constraint approval_by_another check (status not in ('Approved', 'Rejected') or decided_by_id is distinct from requested_by_id),
  check (status <> 'Rejected' or decision_remark is not null)
);
create unique index approval_waiting on approval (kind, object_type, object_id) where status = 'Pending';
create index approval_queue on approval (privilege, requested_at) where status = 'Pending';
create index approval_requester on approval (requested_by_id, requested_at desc);
create index approval_requested on approval (requested_at desc);
create index approval_member on approval (membership_no) where membership_no is not null;

-- EXPORTS: files made of lists, what was asked for, how far each is, where it lies.

create table export_job (
  export_id uuid default uuidv7() primary key,
  -- The call whose rows are written, and its body.
  path text not null,
  title text not null,
  input jsonb not null,
  -- Labels and words are those of the screen the export was asked for on.
  columns jsonb not null,
  filters jsonb not null default '[]',
  format text not null check (format in ('XLSX', 'CSV')),
  scope text not null check (scope in ('Page', 'Selected', 'All')),
  page integer,
  page_rows integer,
  key_field text,
  keys jsonb,
  language text not null check (language in ('en', 'zh', 'fr', 'ja')),
  reason text,
  status text not null check (status in ('Queued', 'Running', 'Completed', 'Failed', 'Cancelled', 'Expired')),
  attempts integer not null default 0,
  rows_expected bigint not null,
  rows_done bigint not null default 0,
  message text,
  message_code text,
  file_name text not null,
  file_bytes bigint,
  -- The name of the stored file: random, and in no answer.
  file_key text,
  created_by_id bigint not null references user_account,
  created_by text not null,
  outlet_code text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  check ((status = 'Completed') = (file_key is not null)),
  check (scope <> 'Selected' or (key_field is not null and keys is not null)),
  check (scope <> 'Page' or (page is not null and page_rows is not null))
);
create index export_job_owner on export_job (created_by_id, created_at desc);
create index export_job_open on export_job (created_at) where status in ('Queued', 'Running');

-- VIEWS: how people like to look at lists.

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

-- CUSTOMERS: people, their addresses and consents, changes of their identity.

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
  merged_into_customer_id bigint references customer,
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
-- Born on the same day.
create index customer_date_of_birth on customer (date_of_birth) where date_of_birth is not null;
create index customer_merged_into on customer (merged_into_customer_id) where merged_into_customer_id is not null;
create index customer_recommended_by on customer (recommend_membership_no) where recommend_membership_no is not null;
alter table staff add foreign key (own_customer_id) references customer;

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

-- A change of a customer's identity that somebody else has to look at. Applied: it stands in the customer already, and the
-- review may put the former value back. Not applied: the customer changes only by the review.
create table profile_updated_history (
  history_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  action_type text not null check (action_type in ('Update')),
  source text not null check (source in ('CRM', 'Self Registration Portal')),
  applied_yn text not null check (applied_yn in ('Y', 'N')),
  outlet_code text,
  remark text,
  updated_by_id bigint references user_account,
  updated_by text not null,
  updated_at timestamptz not null,
  reviewed_by_id bigint references user_account,
  reviewed_by text,
  reviewed_date timestamptz,
  review_remark text,
  check ((reviewed_date is null) = (reviewed_by is null)),
  -- Two persons, whatever a program may believe.
  constraint profile_reviewed_by_another check (reviewed_date is null or reviewed_by_id is distinct from updated_by_id)
);
create index profile_updated_waiting on profile_updated_history (updated_at, history_id) where reviewed_date is null;
create index profile_updated_customer on profile_updated_history (customer_id, updated_at desc);

create table profile_updated_field (
  history_id bigint not null references profile_updated_history,
  field_name text not null check (field_name in ('FullName', 'IdType', 'IdNo', 'DateOfBirth', 'Gender')),
  previous text,
  updated text,
  outcome text check (outcome in ('Accepted', 'Restored')),
  primary key (history_id, field_name),
  check (previous is distinct from updated)
);

-- Every outlet serves every customer, but only one whom it can name: a look-up by a full number opens the customer to the
-- session for a while.
create table customer_access (
  session_id bigint not null references session on delete cascade,
  customer_id bigint not null references customer,
  user_id bigint not null references user_account,
  -- By what the customer was named.
  way text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (session_id, customer_id),
  check (ends_at > opened_at)
);
create index customer_access_hour on customer_access (user_id, opened_at);
create index customer_access_customer on customer_access (customer_id);

-- MEMBERSHIPS: card groups, categories and levels, and the numbers of members.

create sequence membership_no_seq;

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
  constraint card_level_one_at_a_time
    exclude using gist (card_category_id with =, daterange(effective_from, effective_to, '[]') with &&) where (status = 'Active')
);

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
create index membership_number on membership (membership_no text_pattern_ops);
-- The members that are found by their customer are counted and sorted from the index alone.
create index membership_of_customer on membership (customer_id) include (membership_no, status);
create index membership_join_date on membership (join_date, membership_no);
-- The members whose cycle has ended, or ends in a month.
create index membership_cycle_end on membership (cycle_end) where member_type = 'Premium Member' and status = 'Active';
create index membership_merged_into on membership (merged_into_membership_no) where merged_into_membership_no is not null;
alter table approval add foreign key (membership_no) references membership;

-- DATA QUALITY: tags, and members who were archived.

create table customer_tag (
  tag_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  name text not null check (length(name) between 1 and 50),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_by_id bigint,
  updated_at timestamptz not null default now()
);
create unique index customer_tag_once on customer_tag (customer_id, upper(name)) where status <> 'Deleted';
create index customer_tag_name on customer_tag (upper(name), customer_id) where status <> 'Deleted';

-- One row each time a customer is archived, with the status that the customer and each membership had before.
create table archived_member (
  archive_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  customer_status text not null check (customer_status in ('Active', 'Inactive', 'Suspended')),
  -- Membership number → its status before.
  memberships jsonb not null,
  points bigint not null,
  remark text,
  archived_by_id bigint references user_account,
  archived_by text not null,
  archived_at timestamptz not null,
  reactivated_how text check (reactivated_how in ('Staff', 'Purchase')),
  reactivated_by_id bigint references user_account,
  reactivated_by text,
  reactivated_at timestamptz,
  check ((reactivated_at is null) = (reactivated_how is null))
);
create unique index archived_member_now on archived_member (customer_id) where reactivated_at is null;
create index archived_member_when on archived_member (archived_at desc, archive_id desc);

-- POINTS: the rules by which sales earn, the ledger, and the nightly batch.

create table point_structure (
  structure_id bigint generated always as identity primary key,
  code text not null check (code = upper(code) and length(code) <= 20),
  name text not null,
  description text,
  balance_type text not null default 'Jewel Club Points' check (balance_type = 'Jewel Club Points'),
  -- Null means: for all.
  card_group_id bigint references card_group,
  card_category_code text,
  member_type text check (member_type in ('Premium Member', 'Non-Premium Member')),
  -- Null means: the points never expire.
  validity_months integer check (validity_months between 1 and 600),
  expiry_rounding text not null default 'End of month' check (expiry_rounding in ('End of month', 'None')),
  pending_days integer not null default 0 check (pending_days between 0 and 365),
  minimum_spend numeric(14,2) not null default 0 check (minimum_spend >= 0),
  max_points_per_invoice bigint check (max_points_per_invoice between 1 and 1000000000),
  rounding text not null default 'Floor' check (rounding in ('Floor', 'Half up')),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Y: counts for no member by itself, only for the sales that name it (those of an import).
  named_only_yn text not null default 'N' check (named_only_yn in ('Y', 'N'))
);
create unique index point_structure_code on point_structure (code) where status <> 'Deleted';

-- A dated window of a structure. Not started, running or ended follows from the dates, so it is not stored.
create table point_structure_detail (
  structure_detail_id bigint generated always as identity primary key,
  structure_id bigint not null references point_structure,
  effective_from date not null,
  effective_to date,
  multiplier numeric(6,2) not null default 1 check (multiplier between 0 and 100),
  remark text,
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (effective_to >= effective_from),
  constraint point_structure_detail_no_overlap
    exclude using gist (structure_id with =, daterange(effective_from, effective_to, '[]') with &&) where (status = 'Active') deferrable
);

-- Brand 'All' is the template: it counts where a brand has no rate of its own.
create table point_rate (
  rate_id bigint generated always as identity primary key,
  brand text not null,
  object_type text not null default 'All' check (object_type in ('All', 'ProductType', 'ProductGroup', 'CardCategory')),
  object_value text,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((object_type = 'All') = (object_value is null))
);
create unique index point_rate_object on point_rate (upper(brand), object_type, coalesce(upper(object_value), '')) where status <> 'Deleted';

-- A version of a rate: `point_rate` points for every `amount` spent, proportionally.
create table point_rate_detail (
  rate_detail_id bigint generated always as identity primary key,
  rate_id bigint not null references point_rate,
  amount numeric(12,2) not null check (amount > 0),
  point_rate numeric(12,2) not null check (point_rate >= 0),
  effective_from date not null,
  effective_to date,
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When a detail was ended by hand: on that day it counts for what was sold before.
  expired_at timestamptz,
  check (effective_to >= effective_from),
  constraint point_rate_detail_ended check (expired_at is null or effective_to is not null),
  constraint point_rate_detail_one_at_a_time
    exclude using gist (rate_id with =, daterange(effective_from, case when expired_at is null then effective_to + 1 else effective_to end, '[)') with &&)
      where (status = 'Active') deferrable
);

-- What a member has. The row is locked by whoever moves points: it is the member's lock.
create table point_balance (
  membership_no text not null references membership,
  balance_type text not null default 'Jewel Club Points',
  -- Sum of what remains in the lots, waiting ones included.
  lots_remaining bigint not null default 0 check (lots_remaining >= 0),
  -- Points owed after a return of points that were spent; recovered from the next earning.
  arrears bigint not null default 0 check (arrears >= 0),
  points bigint not null generated always as (lots_remaining - arrears) stored,
  total_points_earned bigint not null default 0,
  total_points_redeemed bigint not null default 0,
  total_points_expired bigint not null default 0,
  total_points_reversed bigint not null default 0,
  total_points_adjusted bigint not null default 0,
  last_sequence_no integer not null default 0,
  updated_at timestamptz not null default now(),
  -- The account of a merged number is closed: a call that still names it finds nothing to move.
  frozen_yn text not null default 'N' check (frozen_yn in ('Y', 'N')),
  -- What a member has is earned and adjusted, less taken back, redeemed and expired; what came or went by a merge is none of
  -- these. Generated, so that the sum always holds; the proof compares it with the rows of the ledger.
  total_points_merged bigint not null generated always as (lots_remaining - arrears - total_points_earned - total_points_adjusted + total_points_reversed + total_points_redeemed + total_points_expired) stored,
  primary key (membership_no, balance_type),
  constraint point_balance_frozen check (frozen_yn = 'N' or (lots_remaining = 0 and arrears = 0))
);
create index point_balance_points on point_balance (points desc, membership_no);

-- The ledger: every movement of points, appended only. A credit is also a lot, of which later rows take.
create table point_history (
  history_id bigint generated always as identity primary key,
  membership_no text not null references membership,
  balance_type text not null default 'Jewel Club Points',
  sequence_no integer not null,
  transaction_type text not null
    check (transaction_type in ('Earn', 'Bonus', 'Referral', 'Adjust In', 'Adjust Out', 'Redeem', 'Redeem Refund',
      'Reversal', 'Expire', 'Reinstate', 'Merge In', 'Merge Out', 'Arrears Recovery', 'Opening Balance')),
  points bigint not null check (abs(points) <= 1000000000),
  point_amount bigint not null default 0,
  point_reversed bigint not null default 0 check (point_reversed >= 0),
  point_utilized bigint not null default 0 check (point_utilized >= 0),
  point_expired bigint not null default 0 check (point_expired >= 0),
  -- For a debit: the part that no lot could cover and that is still owed.
  point_owed bigint not null default 0,
  business_date date not null,
  earned_at timestamptz,
  available_from date,
  expiry_date date,
  invoice_no text,
  transaction_id bigint,
  reference_code text,
  object_type text not null,
  object_value text not null,
  reason_code text,
  remark text,
  outlet_code text,
  staff_id bigint,
  -- What happened, once: a repeated message finds its row by this key.
  source_key text not null,
  reversal_of bigint references point_history,
  rule_refs jsonb,
  request_id text,
  status text not null default 'Active' check (status in ('Active', 'Pending approval', 'Reversed', 'Deleted')),
  created_by_id bigint,
  created_at timestamptz not null default now(),
  constraint point_history_sequence unique (membership_no, balance_type, sequence_no),
  constraint point_history_source unique (source_key),
  -- A credit is a lot of its size, anything else is none.
  check (point_amount = greatest(points, 0)),
  check (point_reversed + point_utilized + point_expired <= point_amount),
  check (point_owed between 0 and greatest(-points, 0)),
  check ((points > 0) = (earned_at is not null)),
  check ((points > 0) = (available_from is not null)),
  check (points > 0 or expiry_date is null)
);
-- The lots with something left, in the order in which they are spent.
create index point_history_open_lots on point_history (membership_no, balance_type, expiry_date, earned_at, history_id)
  where point_amount > 0 and point_reversed + point_utilized + point_expired < point_amount;
create index point_history_owed on point_history (membership_no, balance_type, history_id) where point_owed > 0;
create index point_history_transaction on point_history (transaction_id) where transaction_id is not null;
create index point_history_expiry on point_history (expiry_date)
  where point_amount > 0 and point_reversed + point_utilized + point_expired < point_amount;
create index point_history_object on point_history (object_type, object_value);
-- The list of adjustments looks only at these rows of the ledger.
create index point_history_adjustments on point_history (sequence_no desc, history_id desc) where transaction_type in ('Adjust In', 'Adjust Out');
create index point_history_adjustment_invoice on point_history (invoice_no)
  where transaction_type in ('Adjust In', 'Adjust Out') and invoice_no is not null;
-- The lots of which something expired, by the month in which they did.
create index point_history_expired on point_history (expiry_date) where point_expired > 0;

-- Which debit took how much of which lot, and why.
create table point_allocation (
  allocation_id bigint generated always as identity primary key,
  debit_history_id bigint not null references point_history,
  credit_history_id bigint not null references point_history,
  points bigint not null check (points > 0),
  kind text not null check (kind in ('Redeem', 'Adjust', 'Reverse', 'Expire', 'Recovery', 'Waiver', 'Refund', 'Merge')),
  created_at timestamptz not null default now()
);
create index point_allocation_debit on point_allocation (debit_history_id);
create index point_allocation_credit on point_allocation (credit_history_id);

-- What a structure or a rate would have given over past sales. A calculation: nothing in the ledger follows from it.
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

-- One row for each run of the nightly batch.
create table nightly_run (
  nightly_run_id bigint generated always as identity primary key,
  -- The business date up to which the run worked.
  business_date date not null,
  started_at timestamptz not null,
  -- The last sign of life; a run that gives none any more was ended from outside.
  seen_at timestamptz not null,
  ended_at timestamptz,
  status text not null default 'Running' check (status in ('Running', 'Done', 'Broken off', 'Failed')),
  -- A run that failed says why; one that was ended from outside can't.
  failure text,
  constraint nightly_run_ended check ((status in ('Running', 'Broken off')) = (ended_at is null)),
  constraint nightly_run_failure check ((status = 'Failed') = (failure is not null))
);
create index nightly_run_latest on nightly_run (started_at desc, nightly_run_id desc);

-- One row for each step of a run: how many it did, and from whom to whom it came.
create table nightly_step (
  nightly_run_id bigint not null references nightly_run,
  step text not null,
  place integer not null,
  done bigint not null default 0 check (done >= 0),
  points bigint not null default 0,
  chunks integer not null default 0,
  from_key text,
  to_key text,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (nightly_run_id, step)
);

-- SALES and their lines, and lines of tills that wait for a check.

-- The head of a sale or of its cancellation. It is written again when something of it is cancelled or when it is assigned to a
-- member: with some room left on its page none of its indexes has to be.
create table transaction_summary (
  transaction_id bigint generated always as identity primary key,
  sales_order text,
  transaction_type text not null check (transaction_type in ('N', 'C')),
  invoice_no text not null check (length(invoice_no) between 1 and 40),
  -- For a cancellation: the sale it takes back; null where an imported cancellation finds none.
  original_invoice_no text,
  original_transaction_id bigint references transaction_summary,
  membership_no text references membership,
  customer_id bigint references customer,
  outlet_code text not null references building (code),
  sales_person_code text,
  department_code text,
  total_amount numeric(14,2) not null,
  discount numeric(14,2) not null default 0,
  tax numeric(14,2) not null default 0,
  trade_in numeric(14,2) not null default 0,
  voucher_amount numeric(14,2) not null default 0,
  net_amount numeric(14,2) not null,
  performed_at timestamptz not null,
  business_date date not null,
  source text not null check (source in ('POS', 'Manual', 'Import')),
  earned_points bigint not null default 0 check (earned_points >= 0),
  reversed_points bigint not null default 0 check (reversed_points >= 0),
  remarks text,
  import_id uuid,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  -- A walk-in sale may be assigned to its member afterwards, and be withdrawn while nothing of it was used.
  assigned_at timestamptz,
  -- How often it was withdrawn: the next assignment's points get a key of their own.
  unassigned_times smallint not null default 0,
  -- Null: needed no approval.
  approval_status text check (approval_status in ('Pending', 'Approved', 'Rejected', 'Withdrawn')),
  -- The member for whom it was entered. Until it is approved the sale itself belongs to nobody, so that no rule can count it
  -- for anything: neither one of today nor one that is written later.
  claimed_membership_no text references membership,
  -- What it will earn by the rules of its day, as they stood when it was entered.
  claimed_points bigint not null default 0 check (claimed_points >= 0),
  -- Who assigned it to its member afterwards.
  assigned_by_id bigint,
  -- Whether the total was said, or follows from the lines.
  total_stated_yn text not null default 'Y' check (total_stated_yn in ('Y', 'N')),
  -- The structure that the sale names. Like the periods that its lines name it has no key: a structure is never removed, and
  -- half a million sales of a file would each ask for it.
  structure_id bigint,
  constraint transaction_summary_invoice unique (invoice_no, transaction_type),
  check ((membership_no is null) or (customer_id is not null)),
  check (transaction_type = 'C' or original_transaction_id is null),
  constraint transaction_summary_claim
    check ((claimed_membership_no is not null) = (approval_status is not null and approval_status <> 'Approved')
      and (claimed_membership_no is null or (membership_no is null and source = 'Manual')))
) with (fillfactor = 90);
create index transaction_summary_member on transaction_summary (membership_no, performed_at desc, transaction_id desc)
  where membership_no is not null;
create index transaction_summary_customer on transaction_summary (customer_id, performed_at desc) where customer_id is not null;
create index transaction_summary_date on transaction_summary (business_date, outlet_code);
create index transaction_summary_performed on transaction_summary (performed_at desc, invoice_no);
create index transaction_summary_original on transaction_summary (original_transaction_id) where original_transaction_id is not null;
create index transaction_summary_import on transaction_summary (import_id) where import_id is not null;
create index transaction_summary_claimed on transaction_summary (claimed_membership_no) where claimed_membership_no is not null;
-- A cancellation may name its sale by the sales order.
create index transaction_summary_sales_order on transaction_summary (sales_order) where sales_order is not null;
alter table point_history add foreign key (transaction_id) references transaction_summary;

create table transaction_detail (
  transaction_id bigint not null references transaction_summary,
  sequence_no integer not null check (sequence_no >= 1),
  -- For a cancellation: the line of the original sale.
  old_sequence_no integer,
  item_code text,
  description text,
  brand text not null,
  product_type text,
  product_group text,
  stock_group text,
  quantity numeric(14,3) not null,
  weight numeric(12,3),
  unit_price numeric(14,4) not null,
  discount numeric(14,2) not null default 0,
  tax numeric(14,2) not null default 0,
  net_amount numeric(14,2) not null,
  serial_no text,
  certificate_no text,
  eligible_yn text not null default 'Y' check (eligible_yn in ('Y', 'N')),
  -- How much of a sale's line was taken back so far, and with how many points.
  cancelled_quantity numeric(14,3) not null default 0,
  points_earned bigint not null default 0 check (points_earned >= 0),
  points_reversed bigint not null default 0 check (points_reversed >= 0),
  -- The rule versions that gave the points.
  rate_detail_id bigint,
  structure_detail_id bigint,
  card_level_id bigint,
  -- A cancellation from a file names no original sale; its lines may be found in several. Each line then names its own.
  original_transaction_id bigint references transaction_summary,
  -- What a line would have earned before its sale was rounded: shown where points are explained. Null for lines that earn
  -- nothing and for those written before this was kept.
  points_exact numeric(20,6),
  primary key (transaction_id, sequence_no),
  check (points_reversed <= points_earned),
  check (abs(cancelled_quantity) <= abs(quantity))
);
create index transaction_detail_original on transaction_detail (original_transaction_id, old_sequence_no) where original_transaction_id is not null;
-- The few sales of which something was taken back are found without reading all lines.
create index transaction_detail_cancelled on transaction_detail (transaction_id) where cancelled_quantity <> 0;

-- A line of a till that does not agree. While it waits the line does not earn (its eligible_yn is N); what the till sent is
-- kept here.
create table sale_check (
  -- Its line is there for ever, as all lines are.
  transaction_id bigint not null references transaction_summary,
  sequence_no integer not null,
  reasons text[] not null check (reasons <@ array['Brand', 'ProductGroup', 'Amount', 'Total']),
  brand text not null,
  product_group text,
  eligible_yn text not null check (eligible_yn in ('Y', 'N')),
  -- What quantity, price and discount come to.
  expected_amount numeric(14,2) not null,
  status text not null default 'Waiting' check (status in ('Waiting', 'Mapped', 'Confirmed')),
  remark text,
  decided_by_id bigint references user_account,
  decided_by text,
  decided_at timestamptz,
  primary key (transaction_id, sequence_no),
  check ((status = 'Waiting') = (decided_at is null)),
  check (status <> 'Confirmed' or remark is not null)
);
create index sale_check_waiting on sale_check (transaction_id, sequence_no) where status = 'Waiting';

-- REFERRALS

-- One customer who named, when joining, the member that recommended us.
create table referral (
  referral_id bigint generated always as identity primary key,
  -- The friend: who was recommended.
  customer_id bigint not null references customer,
  referrer_membership_no text not null references membership,
  status text not null default 'Pending' check (status in ('Pending', 'Qualified', 'Approved', 'Rejected', 'Voided')),
  -- What the two have in common. Such a referral is never approved by the nightly batch.
  flags text[] not null default '{}' check (flags <@ array['IdNo', 'ContactNo', 'Email', 'Address']),
  named_at timestamptz not null,
  named_by_id bigint references user_account,
  -- What was promised when the friend was named: settings that change later count for later referrals.
  minimum_amount numeric(14,2) not null check (minimum_amount >= 0),
  qualify_until date not null,
  return_days integer not null check (return_days between 0 and 365),
  referrer_points bigint not null check (referrer_points between 0 and 1000000000),
  friend_points bigint not null check (friend_points between 0 and 1000000000),
  -- The friend's purchase that counts, and the day from which the nightly batch may approve.
  transaction_id bigint references transaction_summary,
  qualified_at timestamptz,
  approve_from date,
  decided_at timestamptz,
  decided_by_id bigint references user_account,
  decided_by text,
  decision_remark text,
  -- What was given; null until the referral was approved.
  referrer_awarded bigint check (referrer_awarded >= 0),
  friend_awarded bigint check (friend_awarded >= 0),
  voided_at timestamptz,
  void_reason text check (void_reason in ('Sale cancelled', 'Referrer has no purchase')),
  check (status not in ('Qualified', 'Approved') or (transaction_id is not null and qualified_at is not null and approve_from is not null)),
  check ((status in ('Approved', 'Rejected') or referrer_awarded is not null) = (decided_at is not null)),
  check ((referrer_awarded is null) = (friend_awarded is null)),
  check (status <> 'Approved' or referrer_awarded is not null),
  check (status <> 'Rejected' or decision_remark is not null),
  check ((status = 'Voided') = (voided_at is not null)),
  check ((voided_at is null) = (void_reason is null))
);
-- One referrer for each customer; only a rejection lets another one be named.
create unique index referral_one_referrer on referral (customer_id) where status <> 'Rejected';
create index referral_customer on referral (customer_id);
create index referral_referrer on referral (referrer_membership_no, named_at desc);
create index referral_transaction on referral (transaction_id) where transaction_id is not null;
create index referral_named on referral (named_at desc, referral_id desc);
create index referral_status on referral (status, referral_id);

-- LEVELS: why a card level changed, when it takes effect, how each cycle ended.

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
  version integer not null default 1,
  -- What the requester wants to say about it.
  remark text,
  -- The level whose condition was met or missed, and that amount as it was then.
  card_level_id bigint references card_level,
  required_amount numeric(14,2),
  -- The days whose purchases make the basis amount.
  basis_from date,
  basis_to date,
  -- For a sale that was cancelled: the upgrade that has lost its ground.
  undoes_id bigint references membership_level_history,
  -- When the membership really changed; or when it was due and the member was in another category by then.
  applied_at timestamptz,
  lapsed_at timestamptz,
  constraint level_history_requester foreign key (requested_by_id) references user_account,
  constraint level_history_decider foreign key (decided_by_id) references user_account,
  check (basis_to >= basis_from),
  check (applied_at is null or lapsed_at is null),
  check ((applied_at is null and lapsed_at is null) or status = 'Approved'),
  -- Two persons, whatever a program may believe. Becoming a premium member by an invoice is no request: it has no
  -- earlier category. What the yearly review or a cancelled sale asks for has no requester.
  constraint level_history_by_another
    check (from_category is null or status not in ('Approved', 'Rejected') or requested_by_id is null
      or (decided_by_id is not null and decided_by_id <> requested_by_id))
);
create unique index membership_level_history_one_pending on membership_level_history (membership_no) where status = 'Pending';
create unique index membership_level_history_invoice on membership_level_history (basis_invoice_no) where status in ('Pending', 'Approved');
create index membership_level_history_member on membership_level_history (membership_no, requested_at desc);
create index membership_level_history_due on membership_level_history (membership_no, level_history_id)
  where status = 'Approved' and applied_at is null and lapsed_at is null;
create index membership_level_history_queue on membership_level_history (status, requested_at desc);
-- An upgrade is taken back once: a decision about it is not asked for again and again.
create unique index membership_level_history_undoes on membership_level_history (undoes_id) where undoes_id is not null;

-- How each cycle of a member ended. One row for each cycle: a batch that runs twice reviews nobody twice.
create table membership_cycle_review (
  membership_no text not null references membership,
  cycle_start date not null,
  cycle_end date not null,
  card_category_code text not null,
  card_level_id bigint references card_level,
  spend numeric(14,2) not null,
  maintain_amount numeric(14,2) not null,
  outcome text not null check (outcome in ('Kept', 'Kept in grace', 'Never', 'Lowest', 'Off', 'Downgrade')),
  level_history_id bigint references membership_level_history,
  reviewed_at timestamptz not null,
  primary key (membership_no, cycle_end),
  check ((outcome = 'Downgrade') = (level_history_id is not null)),
  check (cycle_end >= cycle_start)
);
create index membership_cycle_review_history on membership_cycle_review (level_history_id) where level_history_id is not null;

-- EXPIRY: rewards for points that will expire, months that were closed, proofs of the ledger.

create sequence reward_reference_seq;

create table point_expiry_reward (
  reference_code text primary key check (reference_code ~ '^RW[0-9]{11,}$'),
  membership_no text not null references membership,
  expiry_year integer not null check (expiry_year between 2000 and 2199),
  expiry_month integer not null check (expiry_month between 1 and 12),
  -- What would end in the month, and what the member had, when the reward was created.
  point_expiry bigint not null check (point_expiry > 0),
  point_balance bigint not null,
  -- The last day of the last of these points.
  expiry_date date not null,
  -- What the claim takes, and what it gives.
  points bigint not null check (points between 1 and 1000000000),
  voucher_type text not null default 'G',
  voucher_value numeric(14,2) not null check (voucher_value > 0),
  validity_from date not null,
  validity_to date not null,
  status text not null default 'Active' check (status in ('Active', 'Claimed', 'Cancelled', 'Expired')),
  remarks text,
  outlet_code text,
  created_by_id bigint,
  created_at timestamptz not null,
  -- How often it was claimed; each claim has a key of its own in the ledger.
  claims integer not null default 0 check (claims >= 0),
  claim_history_id bigint references point_history,
  voucher_no text,
  claimed_by_id bigint,
  claimed_outlet_code text,
  claimed_date timestamptz,
  cancelled_by_id bigint,
  cancelled_outlet_code text,
  cancelled_date timestamptz,
  check (validity_to between validity_from and expiry_date),
  check ((status = 'Claimed') = (claim_history_id is not null)),
  check ((status = 'Claimed') = (claimed_date is not null)),
  check ((status = 'Cancelled') = (cancelled_date is not null)),
  check (voucher_no is null or status = 'Claimed')
);
-- One for a member and a month; one that was cancelled makes room for another.
create unique index point_expiry_reward_month on point_expiry_reward (membership_no, expiry_year, expiry_month) where status <> 'Cancelled';
create unique index point_expiry_reward_voucher on point_expiry_reward (voucher_no) where voucher_no is not null;
create index point_expiry_reward_due on point_expiry_reward (reference_code) where status = 'Active';
create index point_expiry_reward_by_date on point_expiry_reward (expiry_date);

create table expiry_contact (
  contact_id bigint generated always as identity primary key,
  membership_no text not null references membership,
  contact_type text not null check (contact_type in ('Call', 'WhatsApp', 'SMS', 'Email', 'Mail', 'In person')),
  outcome text not null check (outcome in ('Will come', 'Reached', 'No answer', 'Not interested')),
  note text,
  outlet_code text,
  contacted_by_id bigint,
  contacted_at timestamptz not null
);
create index expiry_contact_member on expiry_contact (membership_no, contacted_at desc, contact_id desc);

-- A month's end is written once.
create table liability_month (
  month date primary key check (extract(day from month) = 1),
  taken_at timestamptz not null,
  cost_per_point numeric(10,4) not null check (cost_per_point >= 0),
  members bigint not null,
  lots bigint not null,
  outstanding bigint not null,
  arrears bigint not null,
  earned bigint not null,
  redeemed bigint not null,
  expired bigint not null,
  reversed bigint not null,
  adjusted bigint not null,
  -- What was outstanding by age and by the month in which it would expire.
  ageing jsonb not null,
  projection jsonb not null
);

-- The ledger, lots, allocations, balances and sales held against each other.
create table proof_run (
  proof_run_id bigint generated always as identity primary key,
  proved_at timestamptz not null,
  milliseconds integer not null,
  members bigint not null,
  ledger_rows bigint not null,
  lots bigint not null,
  -- How many differences there are; the first thousand are kept.
  differences bigint not null check (differences >= 0),
  sales bigint not null default 0,
  lines bigint not null default 0
);

create table proof_difference (
  proof_run_id bigint not null references proof_run,
  place integer not null,
  check_name text not null,
  -- Null where the difference lies in a sale that has no member.
  membership_no text,
  -- The ledger row, where the difference is one of a row.
  history_id bigint,
  expected numeric(20,3) not null,
  found numeric(20,3) not null,
  invoice_no text,
  primary key (proof_run_id, place),
  check (membership_no is not null or invoice_no is not null)
);

-- IMPORTS: which file, how it was read, and what became of each of its rows.

create table import_job (
  import_id uuid default uuidv7() primary key,
  kind text not null check (kind in ('customers', 'sales', 'postcodes', 'opening-balances')),
  file_name text not null,
  file_bytes bigint not null default 0,
  status text not null default 'Uploaded' check (status in ('Uploaded', 'Running', 'Completed', 'Failed', 'Cancelled')),
  -- What it is doing right now, and how far it has come, for whoever waits.
  step text not null default '',
  message text,
  rows_total bigint,
  rows_read bigint not null default 0,
  rows_created bigint not null default 0,
  rows_skipped bigint not null default 0,
  rows_failed bigint not null default 0,
  -- The file's first row and some of those below it, so that its columns can be mapped.
  columns jsonb not null default '[]',
  sample jsonb not null default '[]',
  mapping jsonb,
  -- Totals to compare with the file's own: amounts, invoices, customers, unmatched cancellations.
  figures jsonb,
  created_by_id bigint,
  created_by text,
  outlet_code text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index import_job_newest on import_job (created_at desc);

-- Every row of the file is in exactly one of these: a run of rows with the same result is one record, so that half a
-- million good rows cost one. A failed row stands alone and keeps its values, so that it can be corrected and sent again.
create table import_row_result (
  import_id uuid not null references import_job,
  first_row bigint not null check (first_row >= 1),
  last_row bigint not null,
  result text not null check (result in ('Created', 'Skipped', 'Failed')),
  reason text,
  -- What the reason's sentence names: the field and its value.
  field text,
  value text,
  content jsonb,
  -- Each with Reason, Field and Value; the first one stands in the row's own columns as well.
  faults jsonb,
  primary key (import_id, first_row),
  check (last_row >= first_row),
  check ((result = 'Created') = (reason is null)),
  check (result <> 'Failed' or last_row = first_row)
);
create index import_row_result_kind on import_row_result (import_id, result, first_row);

-- MERGES: two records of one person become one and, within thirty days, two again.

create table member_merge (
  merge_id bigint generated always as identity primary key,
  survivor_customer_id bigint not null references customer,
  merged_customer_id bigint not null references customer,
  -- The numbers that stood for the two, as people know them.
  survivor_membership_no text not null references membership,
  merged_membership_no text not null references membership,
  reason text not null check (length(reason) between 1 and 300),
  requested_by_id bigint references user_account,
  requested_by text not null,
  merged_by_id bigint references user_account,
  merged_by text not null,
  merged_at timestamptz not null,
  outlet_code text,
  status text not null default 'Merged' check (status in ('Merged', 'Unmerged')),
  unmerged_by_id bigint references user_account,
  unmerged_by text,
  unmerged_at timestamptz,
  unmerge_reason text check (length(unmerge_reason) between 1 and 300),
  -- The last row of the ledger when it happened: what came later happened to the survivor.
  last_history_id bigint not null default 0,
  check (survivor_customer_id <> merged_customer_id),
  check ((status = 'Unmerged') = (unmerged_at is not null)),
  check ((status = 'Unmerged') = (unmerge_reason is not null))
);
create unique index member_merge_of_customer on member_merge (merged_customer_id) where status = 'Merged';
create index member_merge_survivor on member_merge (survivor_customer_id);
create index member_merge_latest on member_merge (merged_at desc, merge_id desc);

-- What it takes to make two of them again.
create table member_merge_snapshot (
  merge_id bigint primary key references member_merge,
  -- Customers and memberships before and after.
  people jsonb not null,
  -- Which rows of which table went over.
  moved jsonb not null
);

-- WORKSPACE: what the application keeps for each user about themselves.

create table user_preference (
  user_id bigint primary key references user_account on delete cascade,
  mode text not null default 'light' check (mode in ('light', 'dark', 'system')),
  navigation text not null default 'side' check (navigation in ('side', 'top')),
  collapsed_yn text not null default 'N' check (collapsed_yn in ('Y', 'N')),
  direction text not null default 'ltr' check (direction in ('ltr', 'rtl')),
  header_color text not null default '#3e82f7' check (header_color ~ '^#[0-9a-f]{6}$'),
  accent_color text not null default '#0958d9' check (accent_color ~ '^#[0-9a-f]{6}$'),
  language text not null default 'en' check (language in ('en', 'zh', 'fr', 'ja')),
  density text not null default 'comfortable' check (density in ('comfortable', 'compact')),
  single_keys_yn text not null default 'Y' check (single_keys_yn in ('Y', 'N')),
  updated_at timestamptz not null
);

create table recent_record (
  user_id bigint not null references user_account on delete cascade,
  path text not null,
  -- The page's path with its parameters: tells what kind of record it is, and who may open it.
  screen text not null,
  -- What the page calls the record. Never a person: a customer's name is read when the list is shown.
  name text,
  customer_id bigint references customer on delete cascade,
  opened_at timestamptz not null,
  primary key (user_id, path),
  check (name is null or customer_id is null)
);
create index recent_record_newest on recent_record (user_id, opened_at desc);
create index recent_record_customer on recent_record (customer_id) where customer_id is not null;

-- WHAT A NEW COMPANY BEGINS WITH, so that the first customer and the first sale need no list to be typed: usual values of the
-- lookup lists (brands are the company's own), a programme of three levels, how points are earned. Only what is empty is
-- filled, and rules of points only where nothing was ever sold: they would change what sales earn.

select set_config('carat.origin', '{"userId":null,"name":"release","outletCode":null,"session":null,"ip":null,"requestId":"release","bulk":"release"}', true);

insert into list_item (list_name, value, sequence_no)
select name, value, place
from (values
  ('Salutation', array['Mr', 'Ms', 'Mrs', 'Madam', 'Dr', 'Prof', 'Encik', 'Cik', 'Puan', 'Dato’', 'Datin', 'Tan Sri', 'Puan Sri']),
  ('IDType', array['NRIC', 'Passport', 'Army/Police', 'Birth certificate', 'Other']),
  ('Gender', array['Female', 'Male']),
  ('Race', array['Malay', 'Chinese', 'Indian', 'Kadazan-Dusun', 'Iban', 'Other']),
  ('Language', array['English', 'Malay', 'Chinese', 'Tamil']),
  ('SpokenLanguage', array['English', 'Malay', 'Mandarin', 'Cantonese', 'Hokkien', 'Tamil', 'Japanese', 'French']),
  ('ProfessionLevel', array['Student', 'Executive', 'Manager', 'Director', 'Professional', 'Business owner', 'Civil servant', 'Homemaker', 'Retired']),
  ('MonthlyIncomeRange', array['Below RM 3,000', 'RM 3,000 - 5,999', 'RM 6,000 - 9,999', 'RM 10,000 - 19,999', 'RM 20,000 and above']),
  ('WhereYouKnowUs', array['Walk-in', 'Friend or family', 'Facebook', 'Instagram', 'Google', 'Wedding fair', 'Newspaper', 'Radio', 'Mall event']),
  ('Currency', array['MYR', 'SGD', 'USD', 'BND']),
  ('Country', array['Malaysia', 'Singapore', 'Brunei', 'Indonesia', 'Thailand', 'China', 'India', 'Japan', 'France', 'United Kingdom', 'Australia', 'United States']),
  ('MalaysianState', array['Johor', 'Kedah', 'Kelantan', 'Melaka', 'Negeri Sembilan', 'Pahang', 'Perak', 'Perlis', 'Pulau Pinang', 'Sabah', 'Sarawak', 'Selangor', 'Terengganu', 'Kuala Lumpur', 'Labuan', 'Putrajaya']),
  ('ProductType', array['Ring', 'Necklace', 'Bracelet', 'Earrings', 'Pendant', 'Bangle', 'Watch', 'Gold bar', 'Service', 'Gift card']),
  ('MaritalStatus', array['Single', 'Married', 'Divorced', 'Widowed']),
  ('AddressType', array['Home', 'Office', 'Mailing', 'Other']),
  ('ConsentChannel', array['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail']),
  ('AdjustmentReason', array['Service recovery', 'Late invoice', 'System error', 'Goodwill', 'Correction', 'Migration'])
) as list(name, items), unnest(items) with ordinality as item(value, place)
where not exists (select from list_item there where there.list_name = name);

do $$
begin
  if not exists (select from card_group) and not exists (select from membership) then
    insert into card_group (name, description)
    values ('Jewel Club', 'Members of the house: points on every purchase, three tiers, a year at a time.');

    insert into card_category (code, card_group_id, name, level_sequence, color)
    select code, (select min(group_id) from card_group), name, place, color
    from (values ('CLASSIC', 'Classic', 1, '#b08d57'), ('GOLD', 'Gold', 2, '#d4af37'), ('PLATINUM', 'Platinum', 3, '#8e9aaf'))
      as category(code, name, place, color);

    insert into card_level (card_category_id, first_sales_amount, accumulate_amount, maintain_amount, point_multiplier, birthday_multiplier, effective_from)
    select card_category_id, first, accumulate, maintain, multiplier, birthday, date '2000-01-01'
    from (values ('CLASSIC', 500, 0, 0, 1, 2), ('GOLD', 8000, 10000, 6000, 1.25, 2), ('PLATINUM', 30000, 35000, 20000, 1.5, 3))
      as level(code, first, accumulate, maintain, multiplier, birthday)
    join card_category using (code);
  end if;

  if not exists (select from point_structure) and not exists (select from transaction_summary) then
    with plan as (
      insert into point_structure (code, name, validity_months, expiry_rounding, member_type)
      values ('STANDARD', 'Standard earning', 24, 'End of month', 'Premium Member') returning structure_id
    )
    insert into point_structure_detail (structure_id, effective_from, remark)
    select structure_id, date '2000-01-01', 'Since the beginning' from plan;
  end if;

  if not exists (select from point_rate) and not exists (select from transaction_summary) then
    with rate as (insert into point_rate (brand) values ('All') returning rate_id)
    insert into point_rate_detail (rate_id, amount, point_rate, effective_from)
    select rate_id, 10, 1, date '2000-01-01' from rate;
  end if;
end $$;
