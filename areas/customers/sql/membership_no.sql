-- MEMBERSHIP NUMBERS: prefix, digits (eight unless the company says otherwise), check digit. Made in the database, so that registration at the counter, the
-- import of a hundred thousand rows and self-service draw from one row of numbers and none is ever given twice.

-- The Luhn digit: finds every single wrong digit and nearly every swap of two neighbours.
create or replace function luhn_check_digit(digits text) returns integer language sql immutable strict parallel safe as $$
  select ((10 - sum(case when (length(digits) - place) % 2 = 0 then digit * 2 / 10 + digit * 2 % 10 else digit end) % 10) % 10)::integer
  from regexp_split_to_table(digits, '') with ordinality as part (text, place), lateral (select part.text::integer as digit) as number
$$;

create or replace function membership_no_prefix() returns text language sql stable as $$
  select coalesce((select value #>> '{}' from setting where name = 'membership.prefix'), 'JC')
$$;

create or replace function membership_no_digits() returns integer language sql stable as $$
  select coalesce((select (value #>> '{}')::integer from setting where name = 'membership.digits' and jsonb_typeof(value) = 'number'), 8)
$$;

create or replace function next_membership_no() returns text language sql volatile as $$
  select membership_no_prefix() || digits || luhn_check_digit(digits)
  from (select lpad(number, greatest(membership_no_digits(), length(number)), '0') as digits from (select nextval('membership_no_seq')::text as number) counted) next
$$;
