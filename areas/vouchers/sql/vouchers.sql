-- CHANGES OF VOUCHERS in the caller's transaction. Each update checks the voucher's status.

drop function if exists tell_erp(text, text, text, timestamptz), tell_erp_of_batch(text[], timestamptz);

-- Queues a message to the ERP with the voucher's current data; the voucher is posted when the ERP confirms it.
create or replace function notify_erp(event text, number text, reference_code text, at timestamptz) returns void language sql as $$
  insert into erp_outbox (kind, voucher_no, content, created_at, next_try_at)
  select event, voucher_no, jsonb_strip_nulls(jsonb_build_object('VoucherNo', voucher_no, 'VoucherType', voucher_type, 'Value', value::text,
    'ExpiryDate', expiry_date, 'ReferenceCode', reference_code)), at, at
  from voucher where voucher_no = number
$$;

-- Assigns the available voucher of this type and value that expires first; skips vouchers locked by other claims.
create or replace function assign_voucher(wanted_type text, wanted_value numeric, reference_code text, day date, at timestamptz)
returns table (voucher_no text, voucher_type text, value numeric, expiry_date date) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    update voucher v set status = 'R', is_assigned_yn = 'Y', posted_to_pronto_yn = 'N', assigned_to = reference_code, assigned_at = at,
      version = v.version + 1, updated_at = at
    where v.status = 'A' and v.voucher_no = (
      select free.voucher_no from voucher free
      where free.status = 'A' and free.voucher_type = wanted_type and free.value = wanted_value and free.expiry_date >= day
        and (free.locked_until is null or free.locked_until <= at)
      order by free.expiry_date, free.voucher_no limit 1 for update skip locked)
    returning v.voucher_no, v.voucher_type, v.value, v.expiry_date;
  if found then
    perform notify_erp('assigned', (select assigned.voucher_no from voucher assigned where assigned.assigned_to = reference_code), reference_code, at);
  end if;
end $$;

-- Releases a voucher from its reward: 'available' if the ERP cannot know the assignment, 'void' if the ERP may know it.
-- The results 'used' and 'not assigned' mean that the voucher was not changed.
create or replace function release_voucher(given_no text, day date, at timestamptz) returns text language plpgsql as $$
declare
  voucher_row voucher;
begin
  select * into voucher_row from voucher where voucher_no = given_no for update;
  if not found or voucher_row.is_assigned_yn = 'N' and voucher_row.used_at is null then return 'not assigned'; end if;
  if voucher_row.used_at is not null then return 'used'; end if;
  -- An attempted message may have reached the ERP even if it was not confirmed.
  if voucher_row.posted_to_pronto_yn = 'N' then
    update erp_outbox set status = 'Cancelled' where voucher_no = given_no and status = 'Queued' and kind = 'assigned' and attempts = 0;
    if found and not exists (
      select from erp_outbox where voucher_no = given_no and kind = 'assigned' and status <> 'Cancelled' and content->>'ReferenceCode' = voucher_row.assigned_to
    ) then
      update voucher set status = case when expiry_date < day then 'X' else 'A' end, is_assigned_yn = 'N', assigned_to = null, assigned_at = null,
        version = version + 1, updated_at = at where voucher_no = given_no;
      return 'available';
    end if;
  end if;
  update voucher set status = 'V', is_assigned_yn = 'N', posted_to_pronto_yn = 'N', assigned_to = null, assigned_at = null,
    version = version + 1, updated_at = at where voucher_no = given_no;
  perform notify_erp('voided', given_no, voucher_row.assigned_to, at);
  return 'void';
end $$;

-- Extends an assigned, unused voucher and queues a message with its new date; returns false if nothing changed.
create or replace function extend_voucher(given_no text, new_expiry date, at timestamptz) returns boolean language plpgsql as $$
declare
  reference_code text;
begin
  update voucher set expiry_date = new_expiry, posted_to_pronto_yn = 'N', version = version + 1, updated_at = at
  where voucher_no = given_no and status = 'R' and is_assigned_yn = 'Y' and used_at is null and new_expiry > expiry_date
  returning assigned_to into reference_code;
  if not found then return false; end if;
  perform notify_erp('assigned', given_no, reference_code, at);
  return true;
end $$;

-- Records that a till used a voucher; returns 'used', or 'repeated' if it was used for the same invoice before.
-- The result 'not assigned' means that the voucher is marked as used, so that no claim assigns it.
-- The results 'used before' (for another invoice), 'void' and 'unknown' mean that the voucher was not changed.
create or replace function use_voucher(given_no text, invoice text, at timestamptz) returns text language plpgsql as $$
declare
  voucher_row voucher;
begin
  select * into voucher_row from voucher where voucher_no = given_no for update;
  if not found then return 'unknown'; end if;
  if voucher_row.used_at is not null then
    return case when voucher_row.used_invoice_no is not distinct from invoice then 'repeated' else 'used before' end;
  end if;
  if voucher_row.status not in ('A', 'R', 'X') then return 'void'; end if;
  update voucher set status = 'R', used_at = at, used_invoice_no = invoice, version = version + 1, updated_at = now() where voucher_no = given_no;
  return case when voucher_row.is_assigned_yn = 'Y' then 'used' else 'not assigned' end;
end $$;

-- Marks a message as confirmed by the ERP; its voucher is posted if no later message about it is open.
create or replace function note_sent(sent uuid, at timestamptz) returns void language plpgsql as $$
declare
  message erp_outbox;
begin
  update erp_outbox set status = 'Sent', sent_at = at, error = null where message_id = sent and status = 'Queued' returning * into message;
  if not found then return; end if;
  update voucher set posted_to_pronto_yn = 'Y', updated_at = at
  where voucher_no = message.voucher_no and posted_to_pronto_yn = 'N'
    and (message.kind = 'assigned' and status = 'R' and assigned_to = message.content->>'ReferenceCode' or message.kind = 'voided' and status = 'V')
    and not exists (select from erp_outbox later where later.voucher_no = message.voucher_no and later.status in ('Queued', 'Failed') and later.message_id > sent);
end $$;

-- Queues messages to the ERP with the new expiry dates of assigned vouchers.
create or replace function notify_erp_of_batch(numbers text[], at timestamptz) returns void language sql as $$
  select notify_erp('assigned', v.voucher_no, v.assigned_to, at) from voucher v where v.voucher_no = any (numbers)
$$;
