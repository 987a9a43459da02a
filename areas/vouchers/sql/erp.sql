-- WHAT THE ERP TELLS. Each of its messages is taken once, by its number, in whatever order they come.

create or replace function receive_from_erp(messages jsonb, at timestamptz) returns integer language sql as $$
  with taken as (
    insert into erp_inbox (message_id, position, kind, voucher_no, content, received_at, next_try_at)
    select told->>'MessageId', (told->>'Position')::bigint, told->>'Kind', told->>'VoucherNo', told, at, at
    from jsonb_array_elements(messages) told
    on conflict do nothing
    returning message_id)
  select count(*)::integer from taken
$$;

-- Follows one message. A voucher that is not known yet may come with a file: it is tried again for some days, then refused, as is what
-- can never be followed. Refused messages are looked at by people.
create or replace function follow_erp(told_id text, at timestamptz, attempts_most integer) returns text language plpgsql as $$
declare
  told erp_inbox;
  outcome text;
begin
  select * into told from erp_inbox where message_id = told_id and status = 'Received' for update skip locked;
  if not found then return null; end if;
  outcome := use_voucher(told.voucher_no, told.content->>'InvoiceNo', (told.content->>'UsedAt')::timestamptz);
  if outcome = 'unknown' and told.attempts + 1 < attempts_most then
    update erp_inbox set attempts = attempts + 1, error = outcome,
      next_try_at = at + least(interval '6 hours', interval '1 minute' * power(2, told.attempts)) where message_id = told_id;
  else
    update erp_inbox set attempts = attempts + 1, status = case when outcome in ('used', 'repeated') then 'Applied' else 'Refused' end,
      error = case when outcome not in ('used', 'repeated') then outcome end, settled_at = at where message_id = told_id;
  end if;
  return outcome;
end $$;
