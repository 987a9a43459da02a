-- Signing in through other providers: who is known there as whom, and sign-ins that are on their way.

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
