-- Reporting views of rewards, the rewards of customers, and vouchers.

create or replace view reporting_v1.reward with (security_barrier) as
select reward_id, code as reward_code, name, type as reward_type, status, point_deduct as points, birthday_point_deduct as birthday_points,
  voucher_type, member_type, validity_mode, validity_days, valid_from, valid_to, per_member_limit, per_member_period, total_limit
from reward;
comment on view reporting_v1.reward is 'Catalogue of rewards: one row per reward.';
comment on column reporting_v1.reward.reward_id is 'Number of the reward, to which other views refer.';
comment on column reporting_v1.reward.reward_code is 'Code of the reward.';
comment on column reporting_v1.reward.name is 'Name of the reward.';
comment on column reporting_v1.reward.reward_type is 'Free Gift, Premium Gift, Contest, New Member, Birthday, Top Spender, Point Expiry, Referral or Campaign.';
comment on column reporting_v1.reward.status is 'Status of the reward.';
comment on column reporting_v1.reward.points is 'Price in points.';
comment on column reporting_v1.reward.birthday_points is 'Price in points in the month of the birthday; null if the price is the same.';
comment on column reporting_v1.reward.voucher_type is 'Type of the voucher that the reward issues; null for goods.';
comment on column reporting_v1.reward.member_type is 'Member type that can have the reward; null for all.';
comment on column reporting_v1.reward.validity_mode is 'Way in which the validity of an issued reward is computed.';
comment on column reporting_v1.reward.validity_days is 'Days for which an issued reward is valid.';
comment on column reporting_v1.reward.valid_from is 'First day on which the reward is available.';
comment on column reporting_v1.reward.valid_to is 'Last day on which the reward is available.';
comment on column reporting_v1.reward.per_member_limit is 'Number of times that a member can have the reward in a period.';
comment on column reporting_v1.reward.per_member_period is 'Period of the limit per member.';
comment on column reporting_v1.reward.total_limit is 'Number of times that the reward can be issued in all.';

create or replace view reporting_v1.reward_amounts with (security_barrier) as
select reward_id, cash_top_up::numeric(14,2) as cash_top_up_amount, voucher_value::numeric(14,2) as voucher_amount,
  minimum_spend::numeric(14,2) as minimum_spend_amount, unit_cost::numeric(14,2) as unit_cost_amount
from reward;
comment on view reporting_v1.reward_amounts is 'Amounts of rewards: one row per row of reward.';
comment on column reporting_v1.reward_amounts.reward_id is 'Number of the reward.';
comment on column reporting_v1.reward_amounts.cash_top_up_amount is 'Amount that the customer pays in addition, in the currency of the company.';
comment on column reporting_v1.reward_amounts.voucher_amount is 'Value of the voucher, in the currency of the company.';
comment on column reporting_v1.reward_amounts.minimum_spend_amount is 'Purchase that the reward requires, in the currency of the company.';
comment on column reporting_v1.reward_amounts.unit_cost_amount is 'Cost of one reward, in the currency of the company.';

create or replace view reporting_v1.customer_reward with (security_barrier) as
select g.reference_code, g.reward_id, g.type as reward_type, g.status, g.membership_no, g.customer_id, g.points,
  case when g.status in ('Active', 'Claimed', 'Collected') then g.points else 0 end as points_spent,
  g.is_birthday_point_deduct = 'Y' as is_birthday_points, g.validity_from as valid_from, g.validity_to as valid_to,
  (g.redeemed_date at time zone (select zone from business_zone))::date as redeemed_on, g.redeemed_outlet_code,
  (g.claimed_date at time zone (select zone from business_zone))::date as claimed_on, g.claimed_outlet_code,
  (g.collected_date at time zone (select zone from business_zone))::date as collected_on, g.collected_outlet_code,
  (g.cancelled_date at time zone (select zone from business_zone))::date as cancelled_on, g.cancelled_outlet_code,
  g.invoice_no, g.voucher_no
from customer_reward g;
comment on view reporting_v1.customer_reward is 'Rewards of customers: one row per redeemed or issued reward.';
comment on column reporting_v1.customer_reward.reference_code is 'Code of the customer reward.';
comment on column reporting_v1.customer_reward.reward_id is 'Reward of the catalogue.';
comment on column reporting_v1.customer_reward.reward_type is 'Type of the reward.';
comment on column reporting_v1.customer_reward.status is 'Active, Claimed, Collected, Cancelled, Expired or Deleted.';
comment on column reporting_v1.customer_reward.membership_no is 'Membership that has the reward.';
comment on column reporting_v1.customer_reward.customer_id is 'Customer of the membership.';
comment on column reporting_v1.customer_reward.points is 'Price in points at the time of redemption.';
comment on column reporting_v1.customer_reward.points_spent is 'Points spent on the reward; 0 if it was cancelled, deleted or expired.';
comment on column reporting_v1.customer_reward.is_birthday_points is 'True if the price is the one of the birthday month.';
comment on column reporting_v1.customer_reward.valid_from is 'First day of the validity.';
comment on column reporting_v1.customer_reward.valid_to is 'Last day of the validity.';
comment on column reporting_v1.customer_reward.redeemed_on is 'Business date of the redemption or issue.';
comment on column reporting_v1.customer_reward.redeemed_outlet_code is 'Outlet of the redemption.';
comment on column reporting_v1.customer_reward.claimed_on is 'Business date of the claim.';
comment on column reporting_v1.customer_reward.claimed_outlet_code is 'Outlet of the claim.';
comment on column reporting_v1.customer_reward.collected_on is 'Business date of the collection.';
comment on column reporting_v1.customer_reward.collected_outlet_code is 'Outlet of the collection.';
comment on column reporting_v1.customer_reward.cancelled_on is 'Business date of the cancellation.';
comment on column reporting_v1.customer_reward.cancelled_outlet_code is 'Outlet of the cancellation.';
comment on column reporting_v1.customer_reward.invoice_no is 'Invoice with which the reward was claimed.';
comment on column reporting_v1.customer_reward.voucher_no is 'Voucher that the claim assigned.';

create or replace view reporting_v1.customer_reward_amounts with (security_barrier) as
select g.reference_code, (g.redeemed_date at time zone (select zone from business_zone))::date as redeemed_on,
  g.cash_top_up::numeric(14,2) as cash_top_up_amount, g.voucher_value::numeric(14,2) as voucher_amount, g.minimum_spend::numeric(14,2) as minimum_spend_amount
from customer_reward g;
comment on view reporting_v1.customer_reward_amounts is 'Amounts of rewards of customers: one row per row of customer_reward.';
comment on column reporting_v1.customer_reward_amounts.reference_code is 'Code of the customer reward.';
comment on column reporting_v1.customer_reward_amounts.redeemed_on is 'Business date of the redemption or issue.';
comment on column reporting_v1.customer_reward_amounts.cash_top_up_amount is 'Amount that the customer pays in addition, in the currency of the company.';
comment on column reporting_v1.customer_reward_amounts.voucher_amount is 'Value of the voucher, in the currency of the company.';
comment on column reporting_v1.customer_reward_amounts.minimum_spend_amount is 'Purchase that the reward requires, in the currency of the company.';

create or replace view reporting_v1.voucher with (security_barrier) as
select voucher_no, voucher_type, status, is_assigned_yn = 'Y' as is_assigned, expiry_date,
  (created_at at time zone (select zone from business_zone))::date as created_on,
  (assigned_at at time zone (select zone from business_zone))::date as assigned_on,
  (used_at at time zone (select zone from business_zone))::date as used_on, used_invoice_no
from voucher;
comment on view reporting_v1.voucher is 'Vouchers without their security codes: one row per voucher.';
comment on column reporting_v1.voucher.voucher_no is 'Number of the voucher.';
comment on column reporting_v1.voucher.voucher_type is 'Type of the voucher.';
comment on column reporting_v1.voucher.status is 'A (available), R (redeemed), X (expired), V (void) or Deleted.';
comment on column reporting_v1.voucher.is_assigned is 'True if the voucher belongs to a customer reward.';
comment on column reporting_v1.voucher.expiry_date is 'Last day on which the voucher can be used.';
comment on column reporting_v1.voucher.created_on is 'Business date on which the voucher was created or imported.';
comment on column reporting_v1.voucher.assigned_on is 'Business date on which the voucher was assigned.';
comment on column reporting_v1.voucher.used_on is 'Business date on which the voucher was used.';
comment on column reporting_v1.voucher.used_invoice_no is 'Invoice that the voucher paid.';

create or replace view reporting_v1.voucher_amounts with (security_barrier) as
select voucher_no, (created_at at time zone (select zone from business_zone))::date as created_on, value::numeric(14,2) as voucher_amount
from voucher;
comment on view reporting_v1.voucher_amounts is 'Values of vouchers: one row per row of voucher.';
comment on column reporting_v1.voucher_amounts.voucher_no is 'Number of the voucher.';
comment on column reporting_v1.voucher_amounts.created_on is 'Business date on which the voucher was created or imported.';
comment on column reporting_v1.voucher_amounts.voucher_amount is 'Value of the voucher, in the currency of the company.';
