-- KEEPING THE RECORDS OF MEMBERS RIGHT: changes of who somebody is, tags, and members who were put away.

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
revoke delete, truncate on profile_updated_history, profile_updated_field from carat_app;

-- What was changed stays as it was changed, and a review stays as it was made.
create function refuse_profile_history_change() returns trigger language plpgsql as $$
declare
  -- A merge may give it to the customer who goes on.
  was jsonb := to_jsonb(old) - 'customer_id';
  becomes jsonb := to_jsonb(new) - 'customer_id';
  review text[] := '{reviewed_by_id,reviewed_by,reviewed_date,review_remark}';
begin
  if becomes is distinct from was and (old.reviewed_date is not null or becomes - review is distinct from was - review) then
    raise exception 'A profile amendment is reviewed once and never changed' using errcode = '23001';
  end if;
  return new;
end $$;
create trigger profile_reviewed_once before update on profile_updated_history
  for each row execute function refuse_profile_history_change();

create function refuse_profile_field_change() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or (to_jsonb(new) - 'outcome') is distinct from (to_jsonb(old) - 'outcome') then
    raise exception 'A profile amendment is reviewed once and never changed' using errcode = '23001';
  end if;
  return new;
end $$;
create trigger profile_field_reviewed_once before update on profile_updated_field
  for each row execute function refuse_profile_field_change();

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

-- One row each time a customer is put away, with what he and his memberships were before.
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
revoke delete, truncate on archived_member from carat_app;
