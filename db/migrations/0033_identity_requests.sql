-- Ways to sign in that somebody asked for on behalf of somebody else. Only the owner of the account, by the link of a
-- message, makes one of them count. Of the link only the hash is kept.

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
