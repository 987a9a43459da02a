-- UNASSIGNING A SALE reverses its points and makes it a walk-in sale again.
-- Errors are raised as SQLSTATE CA001, as in post_sale.sql.

create or replace function unassign_sale(id bigint, source jsonb) returns bigint language plpgsql as $$
declare
  sale transaction_summary;
  -- Points that the sale's lines and bonuses credited.
  credited_points bigint;
  untouched bigint;
  lot record;
begin
  select * into sale from transaction_summary where transaction_id = id for update;
  perform sale_returning(sale, source);
  perform lock_balance(sale.membership_no);
  credited_points := sale.earned_points + (select coalesce(sum(points), 0) from sale_bonus where transaction_id = id);
  -- The sale keeps its member if any of its points were used, have expired or were moved to another number.
  select coalesce(sum(point_amount) filter (where point_reversed + point_utilized + point_expired = 0), 0) into untouched
  from point_history where transaction_id = id and membership_no = sale.membership_no and transaction_type in ('Earn', 'Bonus');
  if untouched < credited_points then
    perform refuse_sale('pointsUsed', jsonb_build_object('Points', credited_points - untouched, 'InvoiceNo', sale.invoice_no));
  end if;

  for lot in select history_id, point_amount, transaction_type from point_history
    where transaction_id = id and membership_no = sale.membership_no and transaction_type in ('Earn', 'Bonus') and point_reversed = 0 order by history_id
  loop
    perform reverse_lot(lot.history_id, lot.point_amount, (source->>'Today')::date, source || sale_source(sale) || jsonb_build_object(
      -- Lots of lines (Earn) and lots of bonuses have different keys.
      'SourceKey', case lot.transaction_type when 'Earn' then 'unassign:' else 'unassign-bonus:' end || id || ':' || lot.history_id));
  end loop;
  update sale_bonus set points = 0, given = 0, returned = 0 where transaction_id = id;
  update transaction_detail set points_earned = 0, points_exact = null, rate_detail_id = null, structure_detail_id = null, card_level_id = null where transaction_id = id;
  update transaction_summary set membership_no = null, customer_id = null, assigned_at = null, earned_points = 0, unassigned_times = unassigned_times + 1
  where transaction_id = id;
  update sale_head_check set status = 'Waiting', decided_by_id = null, decided_by = null, decided_at = null
  where transaction_id = id and reason = 'Member' and status = 'Assigned';
  perform sale_returned(sale, source || jsonb_build_object('OutletCode', sale.outlet_code));
  return credited_points;
end $$;
