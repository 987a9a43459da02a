-- EXPIRY REWARDS ARE REWARDS: what members were offered against ending points becomes what they hold of a reward of type Point Expiry, under
-- the same code, with its points, value, voucher, dates and state. What only an offer says (the points that would end) stands beside it.

select set_config('carat.origin', '{"userId":null,"name":"release","outletCode":null,"session":null,"ip":null,"requestId":"release","bulk":"release"}', true);

create table point_expiry_offer (
  reference_code text primary key references customer_reward,
  expiry_year integer not null check (expiry_year between 2000 and 2199),
  expiry_month integer not null check (expiry_month between 1 and 12),
  -- What would end in the month, and what the member had, when it was offered.
  point_expiry bigint not null check (point_expiry > 0),
  point_balance bigint not null,
  -- The last day of the last of these points.
  expiry_date date not null
);
create index point_expiry_offer_by_date on point_expiry_offer (expiry_date);

-- One for a member and a month, of whichever reward; one that was withdrawn makes room for another.
create unique index customer_reward_expiry_once on customer_reward (membership_no, period)
  where type = 'Point Expiry' and status not in ('Cancelled', 'Deleted');

-- What was due by itself and could not be given: tried again by night.
create table reward_waiting (
  waiting_id bigint generated always as identity primary key,
  reward_id bigint not null references reward,
  membership_no text not null references membership,
  customer_id bigint not null references customer,
  -- What it is given for, as in customer_reward.
  period text not null check (length(period) between 1 and 40),
  since date not null,
  -- The refusal of the last try, by name, and what it names.
  refused text not null,
  params jsonb not null default '{}',
  attempts integer not null default 1 check (attempts > 0),
  -- Given: by a later night, as reference_code. Closed: nobody tries any more.
  status text not null default 'Waiting' check (status in ('Waiting', 'Given', 'Closed')),
  reference_code text references customer_reward,
  updated_at timestamptz not null,
  check ((status = 'Given') = (reference_code is not null))
);
create unique index reward_waiting_once on reward_waiting (membership_no, reward_id, period) where status = 'Waiting';
create index reward_waiting_due on reward_waiting (waiting_id) where status = 'Waiting';
create index reward_waiting_customer on reward_waiting (customer_id);
create index reward_waiting_reward on reward_waiting (reward_id);

-- Each kind of offer that was made is a reward. Those that the settings gave, and one step of them, can be offered further; the others are
-- honoured where members hold them.
do $$
declare
  step bigint := coalesce((select (value #>> '{}')::bigint from setting where name = 'expiry.rewardPoints'), 100);
  worth numeric := coalesce((select (value #>> '{}')::numeric from setting where name = 'expiry.rewardValue'), 5);
  taken integer := (select count(*) from reward where code like 'EXPIRY-%');
  before bigint := coalesce((select max(reward_id) from reward), 0);
begin
  insert into reward (code, name, type, status, point_deduct, voucher_type, voucher_value, deduct_point_in_claim_yn, validity_mode, validity_days,
    honour_outstanding_yn)
  select 'EXPIRY-' || taken + row_number() over (order by voucher_type, points, voucher_value), 'Point Expiry ' || points, 'Point Expiry',
    case when is_usual then 'Active' else 'Inactive' end, points, voucher_type, voucher_value, 'Y', 'Days after issue', 90,
    case when is_usual then 'N' else 'Y' end
  from (
    select voucher_type, points, voucher_value, bool_or(voucher_type = 'G' and points % step = 0 and voucher_value = round(points / step * worth, 2)) as is_usual
    from (
      select voucher_type, points, voucher_value from point_expiry_reward
      union select 'G', step, round(worth, 2) where exists (select from point_expiry_reward)
    ) offered
    group by 1, 2, 3
  ) kind;

  insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, status, period, points, deduct_point_in_claim_yn, voucher_type,
    voucher_value, validity_from, validity_to, remarks, outlet_code, debit_history_id, debits, voucher_no, redeemed_by_id, redeemed_outlet_code,
    redeemed_date, claimed_by_id, claimed_outlet_code, claimed_date, cancelled_by_id, cancelled_outlet_code, cancelled_date, created_by_id, created_at, updated_at)
  select held.reference_code, of_kind.reward_id, held.membership_no, m.customer_id, 'Point Expiry', held.status,
    held.expiry_year || '-' || lpad(held.expiry_month::text, 2, '0'), held.points, 'Y', held.voucher_type, held.voucher_value, held.validity_from, held.validity_to,
    -- A number that another reward has by now is kept in words.
    case when elsewhere.voucher_no is null then held.remarks else concat_ws(' ', held.remarks, held.voucher_no) end,
    held.outlet_code, held.claim_history_id, held.claims, case when elsewhere.voucher_no is null then held.voucher_no end, held.created_by_id, held.outlet_code,
    held.created_at, held.claimed_by_id, held.claimed_outlet_code, held.claimed_date, held.cancelled_by_id, held.cancelled_outlet_code, held.cancelled_date,
    held.created_by_id, held.created_at, coalesce(held.cancelled_date, held.claimed_date, held.created_at)
  from point_expiry_reward held join membership m using (membership_no)
    join reward of_kind on of_kind.reward_id > before and of_kind.point_deduct = held.points
      and of_kind.voucher_type = held.voucher_type and of_kind.voucher_value = held.voucher_value
    left join (select distinct voucher_no from customer_reward) elsewhere on elsewhere.voucher_no = held.voucher_no;
  if (select count(*) from point_expiry_reward) <> (select count(*) from point_expiry_reward join customer_reward using (reference_code)) then
    raise exception 'Not every expiry reward was taken over';
  end if;
end $$;

insert into point_expiry_offer (reference_code, expiry_year, expiry_month, point_expiry, point_balance, expiry_date)
select reference_code, expiry_year, expiry_month, point_expiry, point_balance, expiry_date from point_expiry_reward;

insert into reward_given (reward_id, given)
select reward_id, count(*) from customer_reward join point_expiry_reward using (reference_code)
where customer_reward.status in ('Active', 'Claimed') group by reward_id;

-- A voucher that was handed over by its typed number is in stock no more.
with handed as (
  update voucher set status = 'R', is_assigned_yn = 'Y', posted_to_pronto_yn = 'N', assigned_to = held.reference_code, assigned_at = held.claimed_date,
    version = voucher.version + 1, updated_at = now()
  from customer_reward held join point_expiry_reward using (reference_code)
  where voucher.voucher_no = held.voucher_no and voucher.status = 'A'
  returning voucher.voucher_no, voucher.voucher_type, voucher.value, voucher.expiry_date, held.reference_code
)
insert into erp_outbox (kind, voucher_no, content, created_at, next_try_at)
select 'assigned', voucher_no, jsonb_build_object('VoucherNo', voucher_no, 'VoucherType', voucher_type, 'Value', value::text, 'ExpiryDate', expiry_date,
  'ReferenceCode', reference_code), now(), now()
from handed;

-- What merges carried over is found under its new name when they are undone.
update member_merge_snapshot kept set moved = (kept.moved - 'point_expiry_reward') || jsonb_build_object('customer_reward', (
  select jsonb_object_agg(was, codes) from (
    select was, jsonb_agg(code) as codes from (
      select number.key as was, code.value as code
      from (values (kept.moved->'point_expiry_reward'), (coalesce(kept.moved->'customer_reward', '{}'))) part (content),
        jsonb_each(part.content) number, jsonb_array_elements(number.value) code
    ) both_parts group by was
  ) by_number))
where kept.moved ? 'point_expiry_reward';

drop table point_expiry_reward;
delete from setting where name in ('expiry.rewardPoints', 'expiry.rewardValue');
