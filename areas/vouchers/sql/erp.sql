-- WHAT THE ERP TELLS. Each of its messages is taken once, by its number, in whatever order they come.

drop function if exists follow_erp(text, timestamptz, integer);

-- Keeps messages, each with what is wrong with it if it cannot be followed at all. Answers how many are new.
create or replace function receive_from_erp(messages jsonb, at timestamptz) returns integer language sql as $$
  with taken as (
    insert into erp_inbox (message_id, kind, voucher_no, content, status, error, received_at, settled_at)
    select told->>'MessageId', told->>'Kind', told->>'VoucherNo', told->'Content', case when told->>'Fault' is null then 'Received' else 'Review' end,
      told->>'Fault', at, case when told->>'Fault' is not null then at end
    from jsonb_array_elements(messages) told
    on conflict do nothing
    returning message_id)
  select count(*)::integer from taken
$$;

-- Follows one message: 'used' and 'repeated' are as they should be, anything else waits for somebody to look at it.
create or replace function follow_erp(told_id text, at timestamptz) returns text language plpgsql as $$
declare
  told erp_inbox;
  outcome text;
begin
  select * into told from erp_inbox where message_id = told_id and status = 'Received' for update skip locked;
  if not found then return null; end if;
  outcome := use_voucher(told.voucher_no, told.content->>'InvoiceNo', (told.content->>'UsedAt')::timestamptz);
  update erp_inbox set status = case when outcome in ('used', 'repeated') then 'Applied' else 'Review' end,
    error = case when outcome not in ('used', 'repeated') then outcome end, settled_at = at where message_id = told_id;
  return outcome;
end $$;

-- What named a voucher that nobody knew is followed once a file has brought it.
create or replace function reopen_unknown() returns void language sql as $$
  update erp_inbox told set status = 'Received', error = null, settled_at = null
  where status = 'Review' and error = 'unknown' and exists (select from voucher where voucher_no = told.voucher_no)
$$;
