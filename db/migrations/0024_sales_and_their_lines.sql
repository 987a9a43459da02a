-- That a line belongs to a sale is asked once for all lines of a statement, not for each line by itself: an import of
-- half a million lines spent a fifth of its time on the keys of this one table. Asked at the insert it holds for ever,
-- because no sale is ever removed and no line ever moves to another, which is refused here to everybody.

alter table transaction_detail alter constraint transaction_detail_transaction_id_fkey not enforced;
alter table transaction_detail alter constraint transaction_detail_original_transaction_id_fkey not enforced;

create function lines_belong_to_sales() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct transaction_id from added) line
    where not exists (select from transaction_summary sale where sale.transaction_id = line.transaction_id)
  ) then
    raise exception 'A line belongs to no sale' using errcode = '23503', table = tg_table_name, constraint = 'transaction_detail_transaction_id_fkey';
  end if;
  if exists (
    select from (select distinct original_transaction_id from added where original_transaction_id is not null) line
    where not exists (select from transaction_summary sale where sale.transaction_id = line.original_transaction_id)
  ) then
    raise exception 'A line takes back a sale that is not there' using errcode = '23503', table = tg_table_name,
      constraint = 'transaction_detail_original_transaction_id_fkey';
  end if;
  return null;
end $$;
create trigger transaction_detail_of_sale after insert on transaction_detail
  referencing new table as added for each statement execute function lines_belong_to_sales();

create function refuse_sale_change() returns trigger language plpgsql as $$
begin
  raise exception 'A sale keeps its number and its lines' using errcode = '23001', table = tg_table_name;
end $$;
create trigger transaction_summary_stays before delete or update of transaction_id on transaction_summary
  for each row execute function refuse_sale_change();
create trigger transaction_summary_no_truncate before truncate on transaction_summary
  for each statement execute function refuse_sale_change();
create trigger transaction_detail_stays before update of transaction_id, original_transaction_id on transaction_detail
  for each row when ((old.transaction_id, old.original_transaction_id) is distinct from (new.transaction_id, new.original_transaction_id))
  execute function refuse_sale_change();

-- A sale's head is written again when something of it is taken back or when it is given to a member. With some room left
-- on its page none of its eight indexes has to be.
alter table transaction_summary set (fillfactor = 90);
