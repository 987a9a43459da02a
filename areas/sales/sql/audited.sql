-- Registers tables of this area for the audit log.
select audit_table('transaction_summary', 'transaction_id', 'earned_points,reversed_points,unassigned_times'),
  audit_table('sale_check', 'transaction_id,sequence_no'),
  audit_table('sale_head_check', 'transaction_id,reason');

-- Inserts of lines are not audited, because they are numerous and the insert of their sale is audited.
-- Updates of lines are audited, except counters of cancellations and the points that a line earns at first.
-- The trigger compares columns in its condition, because a sale updates all lines when it earns points.
drop trigger if exists audit_changed on transaction_detail;
drop function if exists line_changed(transaction_detail, transaction_detail);
do $$
declare
  counters text[] := '{cancelled_quantity,points_reversed,points_exact}';
  point_columns text[] := '{points_earned,rate_detail_id,structure_detail_id,card_level_id}';
begin
  execute (
    select format('create trigger audit_changed after update on transaction_detail for each row
      when ((%s) is distinct from (%s) or ((%s) is distinct from (%s) and (old.points_earned <> 0 or old.structure_detail_id is not null)))
      execute function %I()',
      string_agg('old.' || attname, ', ') filter (where attname <> all (point_columns)), string_agg('new.' || attname, ', ') filter (where attname <> all (point_columns)),
      string_agg('old.' || attname, ', ') filter (where attname = any (point_columns)), string_agg('new.' || attname, ', ') filter (where attname = any (point_columns)),
      audit_change_of('transaction_detail', 'transaction_id,sequence_no', array_to_string(counters, ',')))
    from pg_attribute where attrelid = 'transaction_detail'::regclass and attnum > 0 and not attisdropped and attname <> all (counters)
  );
end $$;
