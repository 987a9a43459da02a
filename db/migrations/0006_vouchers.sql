-- VOUCHERS, and what the company's ERP and this program tell each other of them.

create table voucher (
  voucher_no text primary key check (voucher_no ~ '^[A-Z0-9][A-Z0-9_/.-]{0,39}$'),
  -- The security code, encrypted with a key that the database does not hold, and which key that was.
  secret_sealed bytea not null,
  key_id text not null,
  -- Wrong codes since the last right one; five lock the voucher for a while.
  wrong_tries smallint not null default 0,
  locked_until timestamptz,
  voucher_type text not null,
  value numeric(14,2) not null check (value > 0),
  -- What it was bought or printed for: a batch of the printer, a campaign.
  reference text,
  expiry_date date not null,
  -- A available, R reserved for somebody or used (used_at tells them apart), X expired, V void.
  status text not null default 'A' check (status in ('A', 'R', 'X', 'V', 'Deleted')),
  is_assigned_yn text not null default 'N' check (is_assigned_yn in ('Y', 'N')),
  -- Whether the ERP has confirmed the latest that it was told of this voucher.
  posted_to_pronto_yn text not null default 'N' check (posted_to_pronto_yn in ('Y', 'N')),
  -- The reference code of the reward that it was given for.
  assigned_to text,
  assigned_at timestamptz,
  used_invoice_no text,
  used_at timestamptz,
  -- The file that brought it.
  batch_id uuid,
  created_by_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((is_assigned_yn = 'Y') = (assigned_to is not null)),
  check ((is_assigned_yn = 'Y') = (assigned_at is not null)),
  check (is_assigned_yn = 'N' or status = 'R'),
  check (status <> 'R' or is_assigned_yn = 'Y' or used_at is not null),
  check (used_at is null or status = 'R'),
  check (used_invoice_no is null or used_at is not null),
  check (posted_to_pronto_yn = 'N' or status in ('R', 'V'))
);
-- A claim takes the one that ends first.
create index voucher_to_give on voucher (voucher_type, value, expiry_date, voucher_no) where status = 'A';
create unique index voucher_assigned on voucher (assigned_to) where assigned_to is not null;
create index voucher_batch on voucher (batch_id) where batch_id is not null;
create index voucher_status on voucher (status, expiry_date);

-- What the ERP is to be told, in the order in which it happened to a voucher; sent at least once, each under its own number.
create table erp_outbox (
  message_id uuid default uuidv7() primary key,
  kind text not null check (kind in ('assigned', 'voided')),
  voucher_no text not null references voucher,
  content jsonb not null,
  -- Cancelled: taken back before anybody tried to send it.
  status text not null default 'Queued' check (status in ('Queued', 'Sent', 'Failed', 'Cancelled')),
  attempts smallint not null default 0,
  error text,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  sent_at timestamptz
);
create index erp_outbox_due on erp_outbox (next_try_at) where status = 'Queued';
create index erp_outbox_voucher on erp_outbox (voucher_no, message_id);

-- What the ERP tells: each message once, however often it comes, and tried again while it cannot be followed yet.
create table erp_inbox (
  message_id text primary key check (length(message_id) between 1 and 100),
  -- Its place in what the ERP tells: the next question asks for what follows.
  position bigint not null unique check (position > 0),
  kind text not null check (kind in ('used')),
  voucher_no text not null,
  content jsonb not null,
  status text not null default 'Received' check (status in ('Received', 'Applied', 'Refused')),
  attempts smallint not null default 0,
  error text,
  received_at timestamptz not null,
  next_try_at timestamptz not null,
  settled_at timestamptz
);
create index erp_inbox_due on erp_inbox (next_try_at) where status = 'Received';
