-- The tables of this area that are under audit.
select audit_table('transaction_summary', 'transaction_id', 'earned_points,reversed_points,unassigned_times'),
  audit_table('sale_check', 'transaction_id,sequence_no');

-- Lines of sales are posted once and by the thousand. What is changed of one later is under audit, but not the counters that
-- follow from cancellations, nor the points when a line earns for the first time: both follow from sales that are.
-- The condition stands in the trigger, column by column: a sale changes each of its lines when it earns.
drop trigger if exists audit_changed on transaction_detail;
drop function if exists line_changed(transaction_detail, transaction_detail);
do $$
declare
  counters text[] := '{cancelled_quantity,points_reversed,points_exact}';
  of_points text[] := '{points_earned,rate_detail_id,structure_detail_id,card_level_id}';
begin
  execute (
    select format('create trigger audit_changed after update on transaction_detail for each row
      when ((%s) is distinct from (%s) or ((%s) is distinct from (%s) and (old.points_earned <> 0 or old.structure_detail_id is not null)))
      execute function %I()',
      string_agg('old.' || attname, ', ') filter (where attname <> all (of_points)), string_agg('new.' || attname, ', ') filter (where attname <> all (of_points)),
      string_agg('old.' || attname, ', ') filter (where attname = any (of_points)), string_agg('new.' || attname, ', ') filter (where attname = any (of_points)),
      audit_change_of('transaction_detail', 'transaction_id,sequence_no', array_to_string(counters, ',')))
    from pg_attribute where attrelid = 'transaction_detail'::regclass and attnum > 0 and not attisdropped and attname <> all (counters)
  );
end $$;
