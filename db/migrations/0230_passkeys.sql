-- Passkeys (WebAuthn credentials) of staff, and the challenges that browsers sign.

create table passkey (
  passkey_id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  name text not null check (length(name) between 1 and 50),
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Random; identifies the account in the authenticator. All passkeys of one account have the same handle.
  user_handle bytea not null,
  -- The authenticator's signature counter. Synchronised passkeys always send 0.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null default '{}',
  -- The backup flags of WebAuthn: may the passkey be synchronised, and is a copy stored elsewhere.
  backup_eligible boolean not null,
  backed_up boolean not null,
  aaguid uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (backup_eligible or not backed_up)
);
create index passkey_user on passkey (user_id);

-- A challenge is used once, within minutes, by the browser or session that requested it. Only its hash is stored.
create table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('Sign in', 'Add')),
  -- The session that adds a passkey.
  session_id bigint references session on delete cascade,
  user_handle bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'Add') = (session_id is not null)),
  check ((purpose = 'Add') = (user_handle is not null))
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
create index passkey_challenge_session on passkey_challenge (session_id) where session_id is not null;

-- The passkey with which the session was opened or, while a user adds the first one, confirmed.
alter table session
  add column passkey_id bigint,
  add constraint session_passkey_id_fkey foreign key (passkey_id) references passkey on delete set null not valid;
