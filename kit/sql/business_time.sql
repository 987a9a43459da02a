-- Converts times and business dates. Every transaction sets the business time zone.

create or replace function business_zone() returns text language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('carat.zone', true), ''), 'Asia/Kuala_Lumpur')
$$;

-- Converts text to an instant. A time without a zone is local time of the business zone.
create or replace function instant_of(written text) returns timestamptz language sql stable as $$
  select case when written ~ '(Z|[+-]\d\d:?\d\d)$' then written::timestamptz else written::timestamp at time zone business_zone() end
$$;

create or replace function business_date_of(moment timestamptz) returns date language sql stable parallel safe as $$
  select (moment at time zone business_zone())::date
$$;
