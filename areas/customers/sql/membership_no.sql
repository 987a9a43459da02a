-- A membership number consists of a prefix, digits (eight unless configured otherwise) and a check digit.
-- The database generates membership numbers, so that counter, import and self-service share one sequence.

-- The Luhn check digit detects every single wrong digit and nearly every swap of two neighbours.
create or replace function luhn_check_digit(digits text) returns integer language sql immutable strict parallel safe as $$
  select ((10 - sum(case when (length(digits) - place) % 2 = 0 then digit * 2 / 10 + digit * 2 % 10 else digit end) % 10) % 10)::integer
  from regexp_split_to_table(digits, '') with ordinality as part (text, place), lateral (select part.text::integer as digit) as number
$$;

create or replace function next_membership_no() returns text language sql volatile as $$
  select setting_text('membership.prefix') || digits || luhn_check_digit(digits)
  from (select lpad(number, greatest(setting_text('membership.digits')::int, length(number)), '0') as digits from (select nextval('membership_no_seq')::text as number) counted) next
$$;
