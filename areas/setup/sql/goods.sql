-- Existence checks for brands and product groups, used by sales, imports, point rates and point structures. An import checks each
-- distinct name once instead of each row.

-- True if the brand is in the list of brands, active or not. Any brand is accepted while the list is empty.
create or replace function brand_known(wanted text) returns boolean language sql stable as $$
  select exists (select from list_item where list_name = 'Brand' and upper(value) = upper(wanted))
    or not exists (select from list_item where list_name = 'Brand')
$$;

-- Null is accepted, because a sale line may have no group. Any group is accepted while there are none.
create or replace function product_group_known(wanted text) returns boolean language sql stable as $$
  select wanted is null or exists (select from product_group where product_code = upper(wanted) and status <> 'Deleted')
    or not exists (select from product_group where status <> 'Deleted')
$$;

create or replace function product_type_known(wanted text) returns boolean language sql stable as $$
  select exists (select from product_group where upper(product_type) = upper(wanted) and status <> 'Deleted')
    or not exists (select from product_group where status <> 'Deleted')
$$;
