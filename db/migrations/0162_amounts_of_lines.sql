-- A sale counts with its lines everywhere: where a till stated another total, net amount and discount of its head become those of the lines, and
-- the total stays as it was stated. One correction of all rows, not the work of a person: triggers, and with them the audit, stand aside.
alter table transaction_summary disable trigger user;
with whole as (
  select transaction_id, sum(net_amount) as net, sum(discount) as discount from transaction_detail group by 1
), corrected as (
  update transaction_summary head set net_amount = whole.net, discount = whole.discount
  from whole where whole.transaction_id = head.transaction_id and head.transaction_type = 'N'
    and (head.net_amount, head.discount) is distinct from (whole.net, whole.discount)
  returning head.customer_id
)
insert into purchase_change (customer_id) select distinct customer_id from corrected where customer_id is not null;

-- A total below confirmed lines is the lines'.
update transaction_summary sale set total_amount = net_amount + tax
where transaction_type = 'N' and total_amount < net_amount + tax
  and not exists (select from sale_check waiting where waiting.transaction_id = sale.transaction_id and waiting.status = 'Waiting' and 'Total' = any (waiting.reasons));
alter table transaction_summary enable trigger user;
