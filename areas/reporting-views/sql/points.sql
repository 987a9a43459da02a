-- Reporting views of the points ledger: entries, lots, balances and closed months.

create or replace view reporting_v1.ledger_entry with (security_barrier) as
select h.history_id as entry_id, h.membership_no, h.sequence_no, h.transaction_type as entry_type, h.status, h.points, h.business_date,
  h.available_from, h.expiry_date, h.outlet_code, h.transaction_id as sale_id, h.invoice_no, h.reference_code,
  h.reversal_of as reversal_of_entry_id, h.reason_code, h.created_at
from point_history h;
comment on view reporting_v1.ledger_entry is 'Points ledger: one row per entry. The sum of a membership is its balance.';
comment on column reporting_v1.ledger_entry.entry_id is 'Number of the entry, to which other views refer.';
comment on column reporting_v1.ledger_entry.membership_no is 'Membership of the entry.';
comment on column reporting_v1.ledger_entry.sequence_no is 'Position of the entry in the ledger of the membership.';
comment on column reporting_v1.ledger_entry.entry_type is 'Earn, Bonus, Referral, Adjust In, Adjust Out, Redeem, Redeem Refund, Reversal, Expire, Reinstate, Merge In, Merge Out, Arrears Recovery or Opening Balance.';
comment on column reporting_v1.ledger_entry.status is 'Active, Pending approval, Reversed or Deleted.';
comment on column reporting_v1.ledger_entry.points is 'Points: positive for a credit, negative for a debit.';
comment on column reporting_v1.ledger_entry.business_date is 'Business date of the entry.';
comment on column reporting_v1.ledger_entry.available_from is 'First day on which the points of a credit can be used.';
comment on column reporting_v1.ledger_entry.expiry_date is 'Last day on which the points of a credit can be used; null if they do not expire.';
comment on column reporting_v1.ledger_entry.outlet_code is 'Outlet of the entry.';
comment on column reporting_v1.ledger_entry.sale_id is 'Sale or return that caused the entry.';
comment on column reporting_v1.ledger_entry.invoice_no is 'Invoice that caused the entry.';
comment on column reporting_v1.ledger_entry.reference_code is 'Customer reward that caused the entry.';
comment on column reporting_v1.ledger_entry.reversal_of_entry_id is 'Entry that this entry reverses.';
comment on column reporting_v1.ledger_entry.reason_code is 'Reason of an adjustment.';
comment on column reporting_v1.ledger_entry.created_at is 'Instant at which the entry was written.';

create or replace view reporting_v1.lot with (security_barrier) as
select h.history_id as entry_id, h.membership_no, h.transaction_type as entry_type, h.invoice_no, h.business_date,
  (h.earned_at at time zone (select zone from business_zone))::date as earned_on, h.available_from, h.expiry_date,
  h.point_amount as points, h.point_utilized as used_points, h.point_expired as expired_points, h.point_reversed as reversed_points,
  h.point_amount - h.point_utilized - h.point_expired - h.point_reversed as remaining_points
from point_history h where h.point_amount > 0;
comment on view reporting_v1.lot is 'Lots of points: one row per credit of the ledger, with the points that are left of it.';
comment on column reporting_v1.lot.entry_id is 'Ledger entry of the credit.';
comment on column reporting_v1.lot.membership_no is 'Membership of the lot.';
comment on column reporting_v1.lot.entry_type is 'Type of the ledger entry.';
comment on column reporting_v1.lot.invoice_no is 'Invoice that earned the points.';
comment on column reporting_v1.lot.business_date is 'Business date of the ledger entry.';
comment on column reporting_v1.lot.earned_on is 'Business date on which the points were first earned; earlier than business_date for refunded points.';
comment on column reporting_v1.lot.available_from is 'First day on which the points can be used.';
comment on column reporting_v1.lot.expiry_date is 'Last day on which the points can be used; null if they do not expire.';
comment on column reporting_v1.lot.points is 'Points of the credit.';
comment on column reporting_v1.lot.used_points is 'Points that were used, for example for rewards.';
comment on column reporting_v1.lot.expired_points is 'Points that expired.';
comment on column reporting_v1.lot.reversed_points is 'Points that returns took back.';
comment on column reporting_v1.lot.remaining_points is 'Points that are left. The nightly batch moves points past their last day to expired_points.';

create or replace view reporting_v1.balance with (security_barrier) as
select b.membership_no, m.customer_id,
  b.points - coalesce(due.points, 0) as points,
  b.lots_remaining - coalesce(due.points, 0) as remaining_points,
  b.arrears as arrears_points, b.reserved as reserved_points,
  b.total_points_earned as earned_points, b.total_points_redeemed as redeemed_points,
  b.total_points_expired + coalesce(due.points, 0) as expired_points, b.total_points_reversed as reversed_points,
  b.total_points_adjusted as adjusted_points, b.total_points_merged as merged_points
from point_balance b join membership m using (membership_no)
  left join (
    select lot.membership_no, lot.balance_type, sum(lot.point_amount - lot.point_reversed - lot.point_utilized - lot.point_expired)::bigint as points
    from point_history lot
    where lot.point_amount > 0 and lot.point_reversed + lot.point_utilized + lot.point_expired < lot.point_amount
      and lot.expiry_date < (now() at time zone (select zone from business_zone))::date
    group by 1, 2
  ) due using (membership_no, balance_type);
comment on view reporting_v1.balance is 'Present balances: one row per membership with points. Points past their last day count as expired, as in the reports.';
comment on column reporting_v1.balance.membership_no is 'Membership of the balance.';
comment on column reporting_v1.balance.customer_id is 'Customer of the membership.';
comment on column reporting_v1.balance.points is 'Balance: remaining points less arrears.';
comment on column reporting_v1.balance.remaining_points is 'Points that are left in lots.';
comment on column reporting_v1.balance.arrears_points is 'Points that the member owes after returns.';
comment on column reporting_v1.balance.reserved_points is 'Points that tills have reserved for use without a connection.';
comment on column reporting_v1.balance.earned_points is 'Points earned so far.';
comment on column reporting_v1.balance.redeemed_points is 'Points redeemed so far.';
comment on column reporting_v1.balance.expired_points is 'Points expired so far.';
comment on column reporting_v1.balance.reversed_points is 'Points taken back by returns so far.';
comment on column reporting_v1.balance.adjusted_points is 'Sum of adjustments so far.';
comment on column reporting_v1.balance.merged_points is 'Points that came or went with merges so far.';

create or replace view reporting_v1.liability_month with (security_barrier) as
select month, members, lots, outstanding as outstanding_points, arrears as arrears_points, earned as earned_points, redeemed as redeemed_points,
  expired as expired_points, reversed as reversed_points, adjusted as adjusted_points
from liability_month;
comment on view reporting_v1.liability_month is 'Liability of points at the end of each closed month: one row per month.';
comment on column reporting_v1.liability_month.month is 'First day of the month.';
comment on column reporting_v1.liability_month.members is 'Members with points at the end of the month.';
comment on column reporting_v1.liability_month.lots is 'Lots with points at the end of the month.';
comment on column reporting_v1.liability_month.outstanding_points is 'Points that members could still use at the end of the month.';
comment on column reporting_v1.liability_month.arrears_points is 'Points that members owed at the end of the month.';
comment on column reporting_v1.liability_month.earned_points is 'Points earned in the month.';
comment on column reporting_v1.liability_month.redeemed_points is 'Points redeemed in the month, less refunds.';
comment on column reporting_v1.liability_month.expired_points is 'Points whose last day was in the month.';
comment on column reporting_v1.liability_month.reversed_points is 'Points taken back by returns in the month.';
comment on column reporting_v1.liability_month.adjusted_points is 'Sum of adjustments in the month.';

create or replace view reporting_v1.liability_month_amounts with (security_barrier) as
select month, cost_per_point::numeric(10,4) as cost_per_point, round(outstanding * cost_per_point, 2)::numeric(16,2) as outstanding_amount
from liability_month;
comment on view reporting_v1.liability_month_amounts is 'Value of the liability: one row per row of liability_month.';
comment on column reporting_v1.liability_month_amounts.month is 'First day of the month.';
comment on column reporting_v1.liability_month_amounts.cost_per_point is 'Cost of one point when the month was closed, in the currency of the company.';
comment on column reporting_v1.liability_month_amounts.outstanding_amount is 'Value of the outstanding points, in the currency of the company.';
