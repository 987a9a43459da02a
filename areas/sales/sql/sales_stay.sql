-- SALES ARE IMMUTABLE for every role: goods, amounts and links of returned lines. A cancellation corrects a sale.
create or replace function refuse_sale_change() returns trigger language plpgsql as $$
begin
  raise exception 'A sale keeps its number and its lines' using errcode = '23001', table = tg_table_name;
end $$;
create or replace trigger transaction_summary_stays before delete or update of transaction_id on transaction_summary
  for each row execute function refuse_sale_change();
create or replace trigger transaction_summary_no_truncate before truncate on transaction_summary
  for each statement execute function refuse_sale_change();
create or replace trigger transaction_detail_stays before update of transaction_id, sequence_no, old_sequence_no, original_transaction_id,
    quantity, unit_price, discount, tax, net_amount on transaction_detail
  for each row when (
    (old.transaction_id, old.sequence_no, old.old_sequence_no, old.original_transaction_id,
      old.quantity, old.unit_price, old.discount, old.tax, old.net_amount)
    is distinct from
    (new.transaction_id, new.sequence_no, new.old_sequence_no, new.original_transaction_id,
      new.quantity, new.unit_price, new.discount, new.tax, new.net_amount))
  execute function refuse_sale_change();
create or replace trigger transaction_detail_is_kept before delete on transaction_detail
  for each row execute function refuse_sale_change();
create or replace trigger transaction_detail_no_truncate before truncate on transaction_detail
  for each statement execute function refuse_sale_change();
