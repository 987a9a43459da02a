-- Checks that brands and product groups exist, for sales, imports, point rates and point structures.
-- An import calls these functions once per distinct name instead of once per row.

-- True if the list of brands contains this brand, active or not. While the list is empty, any brand is accepted.
create or replace function brand_known(wanted text) returns boolean language sql stable as $$
  select exists (select from list_item where list_name = 'Brand' and upper(value) = upper(wanted))
    or not exists (select from list_item where list_name = 'Brand')
$$;

-- True if the product group exists or is null, because a sale line may have no group.
-- Without any product group in the database, every group is accepted.
create or replace function product_group_known(wanted text) returns boolean language sql stable as $$
  select wanted is null or exists (select from product_group where product_code = upper(wanted) and status <> 'Deleted')
    or not exists (select from product_group where status <> 'Deleted')
$$;

create or replace function product_type_known(wanted text) returns boolean language sql stable as $$
  select exists (select from product_group where upper(product_type) = upper(wanted) and status <> 'Deleted')
    or not exists (select from product_group where status <> 'Deleted')
$$;
