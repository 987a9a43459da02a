-- Messages that strangers ask for: noted alike whether there is anybody to write to or not, and looked at after the answer.
-- The row goes when its message is in the outbox, or when nobody is meant, or when it would come too late.
create table message_wanted (
  wanted_id uuid primary key,
  kind text not null,
  -- Whom and what it is about, sealed: names typed by strangers, and codes.
  secret_sealed bytea not null,
  key_id text not null,
  source_ip text,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  until timestamptz not null,
  attempts smallint not null default 0
);
create index message_wanted_due on message_wanted (next_try_at);
