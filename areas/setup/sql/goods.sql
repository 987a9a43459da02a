-- WHAT THE COMPANY SELLS. Sales, imports, rates and structures name only brands and product groups that exist; whether one does
-- is asked here and nowhere else. A file asks for each different name once, not for each of its rows.

-- In the list of brands, whether it is still sold or not. A company that keeps no such list sells any brand.
create or replace function brand_known(wanted text) returns boolean language sql stable as $$
  select exists (select from list_item where list_name = 'Brand' and upper(value) = upper(wanted))
    or not exists (select from list_item where list_name = 'Brand')
$$;

-- A sale may name no group at all. A company that keeps no groups takes any.
create or replace function product_group_known(wanted text) returns boolean language sql stable as $$
  select wanted is null or exists (select from product_group where product_code = upper(wanted) and status <> 'Deleted')
    or not exists (select from product_group where status <> 'Deleted')
$$;

create or replace function product_type_known(wanted text) returns boolean language sql stable as $$
  select exists (select from product_group where upper(product_type) = upper(wanted) and status <> 'Deleted')
    or not exists (select from product_group where status <> 'Deleted')
$$;
