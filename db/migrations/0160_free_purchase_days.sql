-- A purchase day is one on which a piece was bought and kept, whatever it cost (areas/sales/sql/purchase_days.sql).
alter table purchase_day drop constraint purchase_day_kept_check;

-- Customers of whom such days may be missing.
insert into purchase_change (customer_id)
select distinct sale.customer_id from transaction_detail line join transaction_summary sale using (transaction_id)
where line.net_amount = 0 and line.original_transaction_id is null and sale.customer_id is not null;
