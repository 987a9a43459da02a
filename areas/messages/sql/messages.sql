-- The contact log follows the outbox, and a withdrawn consent cancels queued messages.

-- Copies changes of status from the outbox to the contact log. Results that a provider reported before stay.
create or replace function contact_log_follows() returns trigger language plpgsql as $$
begin
  update contact_log set
    result = case when result not in ('Queued', 'Failed') then result
      else case new.status when 'Sent' then 'Sent' when 'Failed' then 'Failed' when 'Cancelled' then 'Opted out' else 'Queued' end end,
    reason = case when result not in ('Queued', 'Failed') then reason when new.status = 'Cancelled' then 'No consent' else new.error end,
    result_at = case when result not in ('Queued', 'Failed') then result_at else coalesce(new.sent_at, now()) end,
    sent_at = coalesce(new.sent_at, sent_at), provider_id = coalesce(new.provider_id, provider_id)
  where created_at = new.created_at and message_id = new.message_id;
  return null;
end $$;
drop trigger if exists contact_log_follows on outbox_message;
create trigger contact_log_follows after update of status, error, provider_id on outbox_message for each row
  when (old.status is distinct from new.status or old.error is distinct from new.error) execute function contact_log_follows();

-- Cancels queued messages when the consent to their channel, or to all messages, is withdrawn.
create or replace function consent_stops_messages() returns trigger language plpgsql as $$
begin
  update outbox_message o set status = 'Cancelled' from contact_log l
  where l.customer_id = new.customer_id and l.result = 'Queued' and l.message_id = o.message_id and o.status = 'Queued'
    and (new.channel = 'Service' or (new.channel = l.contact_type and l.purpose = 'Marketing'));
  return null;
end $$;
drop trigger if exists consent_stops_messages on customer_consent;
create trigger consent_stops_messages after insert on customer_consent for each row
  when (new.granted_yn = 'N' and new.channel in ('Service', 'Email', 'SMS')) execute function consent_stops_messages();

-- Records an event that sends a message, if a template is active for it. Returns true if a message has to be written.
-- `about` has the keys CustomerId, MembershipNo, ReferenceCode, RewardId, OnceKey, OutletCode and StaffId.
create or replace function add_occasion(happened text, about jsonb, at timestamptz) returns boolean language plpgsql as $$
declare
  new_occasion_id uuid;
begin
  insert into message_occasion (event, customer_id, membership_no, reference_code, reward_id, once_key, outlet_code, staff_id, created_at, next_try_at)
  select happened, (about->>'CustomerId')::bigint, about->>'MembershipNo', about->>'ReferenceCode', (about->>'RewardId')::bigint, about->>'OnceKey',
    about->>'OutletCode', (about->>'StaffId')::bigint, at, at
  where exists (
    select from contact_template where status = 'Active' and event = happened
      and (reference_code = happened or reference_code = (select code from reward where reward_id = (about->>'RewardId')::bigint)))
  on conflict (once_key) do nothing
  returning occasion_id into new_occasion_id;
  return new_occasion_id is not null;
end $$;

create or replace function note_occasion(happened text, about jsonb, at timestamptz) returns boolean language plpgsql as $$
begin
  if not add_occasion(happened, about, at) then return false; end if;
  perform pg_notify('carat', 'job:write-messages');
  return true;
end $$;

-- Records an event that sends a message, as the last statement before COMMIT.
-- Transactions with NOTIFY commit one after another, so only one of several concurrent transactions notifies the job.
-- The job starts after these transactions end. Its schedule covers events that were recorded without a notification.
create or replace function note_occasion_at_end(happened text, about jsonb, at timestamptz) returns void language plpgsql as $$
begin
  if add_occasion(happened, about, at) and pg_try_advisory_xact_lock(hashtextextended('write-messages', 0)) then
    perform pg_notify('carat', 'job:write-messages');
  end if;
end $$;

create or replace function messages_on_customer_reward_given(held_reward customer_reward, source jsonb) returns void language plpgsql as $$
begin
  perform note_occasion('REWARD-ISSUED', jsonb_build_object('CustomerId', held_reward.customer_id, 'MembershipNo', held_reward.membership_no,
    'ReferenceCode', held_reward.reference_code, 'RewardId', held_reward.reward_id, 'OutletCode', held_reward.outlet_code), (source->>'At')::timestamptz);
end $$;

-- The nightly batch calls this function for each expired reward.
create or replace function messages_on_customer_reward_expired(held_reward customer_reward, source jsonb) returns void language plpgsql as $$
begin
  perform note_occasion('REWARD-EXPIRED', jsonb_build_object('CustomerId', held_reward.customer_id, 'MembershipNo', held_reward.membership_no,
    'ReferenceCode', held_reward.reference_code, 'RewardId', held_reward.reward_id, 'OutletCode', held_reward.outlet_code), (source->>'At')::timestamptz);
end $$;
