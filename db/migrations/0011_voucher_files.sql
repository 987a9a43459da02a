-- A file of vouchers is one more kind of import; their types are a lookup list.
alter table import_job drop constraint import_job_kind_check,
  add constraint import_job_kind_check check (kind in ('customers', 'sales', 'postcodes', 'opening-balances', 'vouchers'));

select set_config('carat.origin', '{"userId":null,"name":"release","outletCode":null,"session":null,"ip":null,"requestId":"release","bulk":"release"}', true);

insert into list_item (list_name, value, label, sequence_no)
select 'VoucherType', value, label, place
from (values ('G', 'Gift', 1), ('C', 'Cash', 2), ('D', 'Discount', 3), ('B', 'Birthday', 4)) as type(value, label, place)
where not exists (select from list_item there where there.list_name = 'VoucherType');
