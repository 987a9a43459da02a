-- EACH LINE THAT WAS SOLD OR CAME BACK, with what reports about goods ask of its sale: they would join a company's sales with all lines
-- otherwise. It repeats both, is written with them (areas/sales/sql/sold_lines.sql), and leads to them by their number.
create table sold_line (
  transaction_id bigint not null,
  sequence_no int not null,
  business_date date not null,
  outlet_code text not null,
  membership_no text,
  -- Of a cancellation: what came back.
  came_back boolean not null,
  -- False while a second person has not approved the sale, and where that was refused.
  counts boolean not null,
  brand text not null,
  product_type text,
  product_group text,
  quantity numeric(14,3) not null,
  discount numeric(14,2) not null,
  net_amount numeric(14,2) not null,
  primary key (transaction_id, sequence_no)
);

insert into sold_line
select d.transaction_id, d.sequence_no, t.business_date, t.outlet_code, t.membership_no, t.transaction_type = 'C',
  t.approval_status is null or t.approval_status = 'Approved', d.brand, d.product_type, d.product_group, d.quantity, d.discount, d.net_amount
from transaction_summary t join transaction_detail d using (transaction_id);
