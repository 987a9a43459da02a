-- Links to set a password, authenticator codes, and sessions that say how they ended.

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

-- The shared secret of an authenticator app, encrypted with a key that the database does not hold.
create table authenticator (
  user_id bigint primary key references user_account,
  secret_sealed bytea not null,
  -- Which key sealed it, so that keys can be exchanged.
  key_id text not null,
  created_at timestamptz not null,
  -- Null until a first code has proved that the app has the secret.
  confirmed_at timestamptz,
  tries smallint not null default 0,
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

-- Whoever has an authenticator is sent no code until they ask for one.
alter table sign_in_challenge alter column code_hash drop not null;
alter table sign_in_challenge alter column sent_to drop not null;
alter table sign_in_challenge alter column sent_at drop not null;

create index session_alive on session (last_seen_at desc) where ended_at is null;
