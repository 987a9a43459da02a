-- The tables of this area that are under audit.
select audit_table('transaction_summary', 'transaction_id', 'earned_points,reversed_points,unassigned_times'),
  audit_table('sale_check', 'transaction_id,sequence_no');

-- Lines of sales are posted once and by the thousand. What is changed of one later is under audit, but not the counters that
-- follow from cancellations, nor the points when a line earns for the first time: both follow from sales that are.
create or replace function line_changed(before transaction_detail, after transaction_detail) returns boolean language sql immutable as $$
  select (to_jsonb(before) - ignored) is distinct from (to_jsonb(after) - ignored)
  from (select '{cancelled_quantity,points_reversed,points_exact}'::text[] || case when before.points_earned = 0 and before.structure_detail_id is null
    then '{points_earned,rate_detail_id,structure_detail_id,card_level_id}'::text[] else '{}' end as ignored)
$$;
drop trigger if exists audit_changed on transaction_detail;
create trigger audit_changed after update on transaction_detail
  for each row when (line_changed(old.*, new.*)) execute function audit_update('transaction_id,sequence_no', 'cancelled_quantity,points_reversed,points_exact');
