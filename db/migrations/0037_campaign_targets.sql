-- WHOM A CAMPAIGN IS FOR, who was written to, and who bought.
create table campaign_target (
  target_list_id bigint generated always as identity primary key,
  campaign_code text not null references campaign,
  customer_id bigint not null references customer,
  -- Excluded: not to be contacted, and not to be added by anything else.
  status text not null default 'Active' check (status in ('Active', 'Excluded', 'Deleted')),
  source text not null check (source in ('Manual', 'Import', 'Segment', 'Report')),
  -- The segment, file or report that it came from.
  source_name text check (length(source_name) between 1 and 200),
  -- 0 to 99, by a hash of campaign and customer: who is below the campaign's percent is in its control group.
  bucket smallint not null check (bucket between 0 and 99),
  added_by_id bigint references user_account,
  added_at timestamptz not null,
  -- The first contact, and how the latest one was made and what became of it.
  contacted_at timestamptz,
  channel text check (channel in ('Email', 'SMS', 'WhatsApp', 'Call', 'Mail')),
  result text,
  message_id uuid,
  -- From when a purchase counts: the first contact; for the control group the moment at which they would have been written to.
  counted_from timestamptz,
  -- The first sale that counts.
  converted_transaction_id bigint references transaction_summary,
  check (contacted_at is null or counted_from is not null)
);
create unique index campaign_target_once on campaign_target (campaign_code, customer_id) where status <> 'Deleted';
create index campaign_target_list on campaign_target (campaign_code, target_list_id);
create index campaign_target_of_customer on campaign_target (customer_id);
create index campaign_target_converted on campaign_target (converted_transaction_id) where converted_transaction_id is not null;

-- A template that is sent to a list, with those who are on it when it begins.
create table campaign_send (
  send_id bigint generated always as identity primary key,
  campaign_code text not null references campaign,
  template_id bigint not null references contact_template,
  template_version integer not null,
  contact_type text not null check (contact_type in ('Email', 'SMS')),
  status text not null default 'Running' check (status in ('Running', 'Paused', 'Completed', 'Cancelled')),
  targets integer not null check (targets >= 0),
  started_by_id bigint references user_account,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index campaign_send_one on campaign_send (campaign_code) where status in ('Running', 'Paused');
create index campaign_send_of_campaign on campaign_send (campaign_code, send_id);

-- WHAT WAS DONE ABOUT A TARGET, one row for each time. Waiting rows are the queue of a send.
create table campaign_contact (
  contact_id bigint generated always as identity primary key,
  target_list_id bigint not null references campaign_target,
  -- Null: by hand.
  send_id bigint references campaign_send,
  channel text not null check (channel in ('Email', 'SMS', 'WhatsApp', 'Call', 'Mail')),
  status text not null check (status in ('Waiting', 'Done', 'Cancelled')),
  -- Written, Control, or why it was held back; by hand what the customer said.
  result text check (length(result) between 1 and 100),
  remark text check (length(remark) between 1 and 300),
  -- In the contact log.
  message_id uuid,
  attempts smallint not null default 0,
  next_try_at timestamptz not null,
  contacted_by_id bigint references user_account,
  contacted_at timestamptz,
  check ((status = 'Done') = (contacted_at is not null)),
  check (status <> 'Done' or result is not null)
);
create unique index campaign_contact_once on campaign_contact (send_id, target_list_id) where send_id is not null;
create index campaign_contact_waiting on campaign_contact (send_id, next_try_at, contact_id) where status = 'Waiting';
create index campaign_contact_of_target on campaign_contact (target_list_id, contact_id desc);
