-- True if a Malaysian identity number contradicts the customer's details, for lists of all customers.
-- Forms apply the same rules by areas/customers/contract/nric.ts; a test compares both implementations.
-- All expressions are immutable, so that the planner inlines the function instead of calling it for each customer.
create or replace function nric_issue(id_type text, id_no text, date_of_birth date, gender text) returns boolean language sql immutable as $$
  select case
    when id_type is distinct from 'NRIC' or id_no is null then false
    when id_no !~ '^\d{12}$' then true
    when substr(id_no, 3, 2) not between '01' and '12' then true
    -- 29 February exists only in leap years. The centuries differ only for the year 00, which always means 2000.
    when substr(id_no, 5, 2)::int not between 1 and
      extract(day from make_date(2000 + substr(id_no, 1, 2)::int, substr(id_no, 3, 2)::int, 1) + interval '1 month - 1 day')::int then true
    when not (int4multirange(int4range(1, 16, '[]'), int4range(21, 68, '[]'), int4range(71, 72, '[]'), int4range(74, 79, '[]'),
      int4range(82, 93, '[]'), int4range(98, 99, '[]')) @> substr(id_no, 7, 2)::int) then true
    when substr(id_no, 1, 6)::int <> (extract(year from date_of_birth)::int % 100) * 10000 + extract(month from date_of_birth)::int * 100
      + extract(day from date_of_birth)::int then true
    else coalesce(gender in ('Male', 'Female') and (gender = 'Male') <> (right(id_no, 1)::int % 2 = 1), false)
  end
$$;
