-- Provisioning of staff accounts by an identity provider (SCIM 2.0).

-- What the identity provider stores about an account beside the staff record.
create table scim_user (
  user_id bigint primary key references user_account,
  external_id text unique,
  given_name text,
  family_name text,
  -- Set while the identity provider has deleted the user. The disabled account stays, because records name it.
  deleted_at timestamptz,
  updated_at timestamptz not null
);

create table scim_group (
  group_id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  external_id text unique,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index scim_group_name on scim_group (lower(name));

create table scim_group_member (
  group_id bigint not null references scim_group on delete cascade,
  user_id bigint not null references user_account,
  primary key (group_id, user_id)
);
create index scim_group_member_user on scim_group_member (user_id);

-- The roles that head office has chosen for the members of a group. The administrator role cannot be among them.
create table scim_group_role (
  group_id bigint not null references scim_group on delete cascade,
  role text not null check (role <> 'User Roles'),
  primary key (group_id, role)
);

-- The roles that accounts have through groups. Roles that a person granted are not listed, so that no group revokes them.
create table scim_granted_role (
  user_id bigint not null,
  role text not null,
  primary key (user_id, role),
  foreign key (user_id, role) references user_role on delete cascade
);
