-- A line's sale, and the sale that it takes back, are foreign keys again that the database enforces by itself. Enforcing
-- them checks the lines that are there; should one name no sale, the migration ends with its key and changes nothing.

drop trigger transaction_detail_of_sale on transaction_detail;
drop function lines_belong_to_sales;
alter table transaction_detail alter constraint transaction_detail_transaction_id_fkey enforced;
alter table transaction_detail alter constraint transaction_detail_original_transaction_id_fkey enforced;

-- What write_entries and write_takings replace.
drop function if exists allocate_points;
drop function if exists hand_over_debt;
