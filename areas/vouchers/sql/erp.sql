-- MESSAGES FROM THE ERP. Each message_id is applied once; messages can arrive in any order.

drop function if exists follow_erp(text, timestamptz, integer);

-- Stores messages of the ERP and returns the number of new ones; staff review a message that has a Fault.
create or replace function receive_from_erp(messages jsonb, at timestamptz) returns integer language sql as $$
  with received as (
    insert into erp_inbox (message_id, kind, voucher_no, content, status, error, received_at, settled_at)
    select message->>'MessageId', message->>'Kind', message->>'VoucherNo', message->'Content', case when message->>'Fault' is null then 'Received' else 'Review' end,
      message->>'Fault', at, case when message->>'Fault' is not null then at end
    from jsonb_array_elements(messages) message
    on conflict do nothing
    returning message_id)
  select count(*)::integer from received
$$;

-- Applies one message and returns its outcome; staff review all outcomes except 'used' and 'repeated'.
create or replace function follow_erp(told_id text, at timestamptz) returns text language plpgsql as $$
declare
  message erp_inbox;
  outcome text;
begin
  select * into message from erp_inbox where message_id = told_id and status = 'Received' for update skip locked;
  if not found then return null; end if;
  outcome := use_voucher(message.voucher_no, message.content->>'InvoiceNo', (message.content->>'UsedAt')::timestamptz);
  update erp_inbox set status = case when outcome in ('used', 'repeated') then 'Applied' else 'Review' end,
    error = case when outcome not in ('used', 'repeated') then outcome end, settled_at = at where message_id = told_id;
  return outcome;
end $$;

-- Opens messages again that were about unknown vouchers, if these vouchers have been imported since.
create or replace function reopen_unknown() returns void language sql as $$
  update erp_inbox message set status = 'Received', error = null, settled_at = null
  where status = 'Review' and error = 'unknown' and exists (select from voucher where voucher_no = message.voucher_no)
$$;
