-- E-mail addresses and phone numbers that were typed on a public page and that nobody has proved since. No message from a template goes
-- there, and consents to marketing by that way wait in the row until it is proved.
create table unproved_contact (
  customer_id bigint not null references customer,
  field text not null check (field in ('Email', 'ContactNo')),
  typed_at timestamptz not null,
  consents jsonb not null default '[]' check (jsonb_typeof(consents) = 'array'),
  primary key (customer_id, field)
);
