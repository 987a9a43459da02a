-- MANUAL ADJUSTMENTS OF POINTS: the expiry date of added points, and the reversal of a deduction.

-- Returns the last day of manually added points, the same day as for points earned today.
create or replace function adjustment_expiry(member text, today date) returns date language sql stable as $$
  select points_expiry_date(today, coalesce(level.point_validity_months, plan.validity_months), plan.expiry_rounding)
  from membership member_row
  cross join lateral structure_for(member_row.card_group_id, coalesce(member_row.card_category_code, ''), member_row.member_type, today, null) plan
  left join lateral (
    select card_level.point_validity_months
    from card_category category
    join card_level on card_level.card_category_id = category.card_category_id and card_level.status = 'Active'
      and today between card_level.effective_from and coalesce(card_level.effective_to, 'infinity')
    where category.code = member_row.card_category_code and category.status <> 'Deleted'
    limit 1
  ) level on true
  where member_row.membership_no = member
$$;

-- Reverses a manual deduction: each deducted part returns as a separate lot with its former expiry date.
-- A part that has expired meanwhile gets the days of grace of a refund, because it could not be used.
create or replace function undo_adjustment_out(debit bigint, today date, source jsonb) returns void language plpgsql as $$
declare
  member text;
begin
  select surviving_membership(membership_no) into member from point_history where history_id = debit;
  perform lock_balance(member);
  perform post_points((
    select jsonb_agg(ledger_entry(null, member, 'Reversal', part.points, source || jsonb_build_object('BusinessDate', today, 'EarnedAt', lot.earned_at,
      'AvailableFrom', today, 'ExpiryDate', case when lot.expiry_date < today then today + setting_text('points.refundGraceDays')::int else lot.expiry_date end,
      'ReversalOf', debit, 'SourceKey', 'undo-adjustment:' || part.allocation_id)) order by part.allocation_id)
    from point_allocation part join point_history lot on lot.history_id = part.credit_history_id
    where part.debit_history_id = debit and part.kind = 'Adjust'));
end $$;
