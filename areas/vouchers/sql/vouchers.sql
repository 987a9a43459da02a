-- WHAT HAPPENS TO A VOUCHER, in the transaction of the one who does it. Each is one statement, guarded by the status.

-- Tells the ERP of a voucher as it stands. Until it has confirmed that, the voucher is not posted.
create or replace function tell_erp(told text, told_of text, reference_code text, at timestamptz) returns void language sql as $$
  insert into erp_outbox (kind, voucher_no, content, created_at, next_try_at)
  select told, voucher_no, jsonb_strip_nulls(jsonb_build_object('VoucherNo', voucher_no, 'VoucherType', voucher_type, 'Value', value::text,
    'ExpiryDate', expiry_date, 'ReferenceCode', reference_code)), at, at
  from voucher where voucher_no = told_of
$$;

-- Gives the available voucher of this type and value that ends first. Claims at the same time do not wait for each other: each
-- passes over what another one is just taking.
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
    perform tell_erp('assigned', (select given.voucher_no from voucher given where given.assigned_to = reference_code), reference_code, at);
  end if;
end $$;

-- Takes a voucher back from the reward that it was given for: 'available' where the ERP cannot know of it, 'void' where it knows or may
-- know. 'used' at a till, or given to nobody, it stays as it is, and says so.
create or replace function release_voucher(given_no text, day date, at timestamptz) returns text language plpgsql as $$
declare
  given voucher;
begin
  select * into given from voucher where voucher_no = given_no for update;
  if not found or given.is_assigned_yn = 'N' and given.used_at is null then return 'not assigned'; end if;
  if given.used_at is not null then return 'used'; end if;
  -- A message that was tried once may have arrived, though nobody confirmed it.
  if given.posted_to_pronto_yn = 'N' then
    update erp_outbox set status = 'Cancelled' where voucher_no = given_no and status = 'Queued' and kind = 'assigned' and attempts = 0;
    if found and not exists (
      select from erp_outbox where voucher_no = given_no and kind = 'assigned' and status <> 'Cancelled' and content->>'ReferenceCode' = given.assigned_to
    ) then
      update voucher set status = case when expiry_date < day then 'X' else 'A' end, is_assigned_yn = 'N', assigned_to = null, assigned_at = null,
        version = version + 1, updated_at = at where voucher_no = given_no;
      return 'available';
    end if;
  end if;
  update voucher set status = 'V', is_assigned_yn = 'N', posted_to_pronto_yn = 'N', assigned_to = null, assigned_at = null,
    version = version + 1, updated_at = at where voucher_no = given_no;
  perform tell_erp('voided', given_no, given.assigned_to, at);
  return 'void';
end $$;

-- Lets a voucher that was given and not used hold longer, together with its reward. The ERP is told its new end.
create or replace function extend_voucher(given_no text, new_expiry date, at timestamptz) returns boolean language plpgsql as $$
declare
  reference_code text;
begin
  update voucher set expiry_date = new_expiry, posted_to_pronto_yn = 'N', version = version + 1, updated_at = at
  where voucher_no = given_no and status = 'R' and is_assigned_yn = 'Y' and used_at is null and new_expiry > expiry_date
  returning assigned_to into reference_code;
  if not found then return false; end if;
  perform tell_erp('assigned', given_no, reference_code, at);
  return true;
end $$;

-- A till has taken it: 'used' now, 'repeated' if that is known. Of what nobody held it is noted too, so that no claim is given it, and
-- said; 'used before' on another invoice, 'void' and 'unknown' change nothing.
create or replace function use_voucher(given_no text, invoice text, at timestamptz) returns text language plpgsql as $$
declare
  given voucher;
begin
  select * into given from voucher where voucher_no = given_no for update;
  if not found then return 'unknown'; end if;
  if given.used_at is not null then
    return case when given.used_invoice_no is not distinct from invoice then 'repeated' else 'used before' end;
  end if;
  if given.status not in ('A', 'R', 'X') then return 'void'; end if;
  update voucher set status = 'R', used_at = at, used_invoice_no = invoice, version = version + 1, updated_at = now() where voucher_no = given_no;
  return case when given.is_assigned_yn = 'Y' then 'used' else 'not assigned' end;
end $$;

-- The ERP has confirmed a message. The voucher is posted if that is the latest that it was to be told.
create or replace function note_sent(sent uuid, at timestamptz) returns void language plpgsql as $$
declare
  told erp_outbox;
begin
  update erp_outbox set status = 'Sent', sent_at = at, error = null where message_id = sent and status = 'Queued' returning * into told;
  if not found then return; end if;
  update voucher set posted_to_pronto_yn = 'Y', updated_at = at
  where voucher_no = told.voucher_no and posted_to_pronto_yn = 'N'
    and (told.kind = 'assigned' and status = 'R' and assigned_to = told.content->>'ReferenceCode' or told.kind = 'voided' and status = 'V')
    and not exists (select from erp_outbox later where later.voucher_no = told.voucher_no and later.status in ('Queued', 'Failed') and later.message_id > sent);
end $$;

-- Tells the ERP of the new end of vouchers that are held.
create or replace function tell_erp_of_batch(numbers text[], at timestamptz) returns void language sql as $$
  select tell_erp('assigned', v.voucher_no, v.assigned_to, at) from voucher v where v.voucher_no = any (numbers)
$$;
