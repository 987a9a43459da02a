-- Reporting views of the company: currency, calendar, outlets, staff and card categories.

create or replace view reporting_v1.company with (security_barrier) as
select coalesce((select value #>> '{}' from setting where name = 'currency'), 'MYR') as currency,
  zone as business_zone
from business_zone;
comment on view reporting_v1.company is 'The company: one row.';
comment on column reporting_v1.company.currency is 'Currency of all amounts, as ISO 4217 code. Amounts are never converted.';
comment on column reporting_v1.company.business_zone is 'Time zone in which business dates are computed, as IANA name.';

create or replace view reporting_v1.company_amounts with (security_barrier) as
select coalesce((select value #>> '{}' from setting where name = 'points.costPerPoint'), '0.0500')::numeric(10,4) as cost_per_point
from business_zone;
comment on view reporting_v1.company_amounts is 'Amounts of the company: one row.';
comment on column reporting_v1.company_amounts.cost_per_point is 'Cost of one point in the currency of the company, used to value outstanding points.';

create or replace view reporting_v1.day with (security_barrier) as
select day::date as date,
  extract(year from day)::integer as year,
  extract(quarter from day)::integer as quarter,
  to_char(day, 'YYYY-MM') as month,
  extract(isoyear from day)::integer as iso_year,
  extract(week from day)::integer as iso_week,
  extract(isodow from day)::integer as weekday
from (
  select date_trunc('year', least((select min(business_date) from transaction_summary), (select min(join_date) from membership),
    (now() at time zone zone)::date)::timestamp) as first, date_trunc('year', now() at time zone zone) + interval '2 years - 1 day' as last
  from business_zone
) span, generate_series(span.first, span.last, interval '1 day') day;
comment on view reporting_v1.day is 'Calendar: one row per day, from the year of the first sale or membership to the end of next year.';
comment on column reporting_v1.day.date is 'The day.';
comment on column reporting_v1.day.year is 'Calendar year.';
comment on column reporting_v1.day.quarter is 'Quarter of the calendar year, 1 to 4.';
comment on column reporting_v1.day.month is 'Calendar month as text, such as 2026-01.';
comment on column reporting_v1.day.iso_year is 'Year of the ISO 8601 week.';
comment on column reporting_v1.day.iso_week is 'Number of the ISO 8601 week, 1 to 53.';
comment on column reporting_v1.day.weekday is 'Day of the week, 1 (Monday) to 7 (Sunday).';

create or replace view reporting_v1.outlet with (security_barrier) as
select code as outlet_code, name, building_type_id::integer as building_type_id, status from building;
comment on view reporting_v1.outlet is 'Buildings of the company: one row per outlet, office or warehouse.';
comment on column reporting_v1.outlet.outlet_code is 'Code of the outlet, to which other views refer.';
comment on column reporting_v1.outlet.name is 'Name of the outlet.';
comment on column reporting_v1.outlet.building_type_id is 'Type of the building, 1 to 9, as in the setup of buildings.';
comment on column reporting_v1.outlet.status is 'Active, Inactive or Deleted.';

create or replace view reporting_v1.staff with (security_barrier) as
select staff.staff_id, staff.sales_person_code, building.code as outlet_code, staff.staff_type, staff.status
from staff join building using (building_id);
comment on view reporting_v1.staff is 'Staff without names: one row per employee.';
comment on column reporting_v1.staff.staff_id is 'Number of the employee, to which other views refer.';
comment on column reporting_v1.staff.sales_person_code is 'Code of the employee on sales.';
comment on column reporting_v1.staff.outlet_code is 'Outlet in which the employee works now.';
comment on column reporting_v1.staff.staff_type is 'Type of the employee.';
comment on column reporting_v1.staff.status is 'Active, Inactive or Deleted.';

create or replace view reporting_v1.card_category with (security_barrier) as
select category.code as card_category_code, category.name, category.level_sequence, card_group.name as card_group, category.status
from card_category category join card_group on card_group.group_id = category.card_group_id;
comment on view reporting_v1.card_category is 'Levels of the loyalty programme: one row per card category.';
comment on column reporting_v1.card_category.card_category_code is 'Code of the card category, to which other views refer.';
comment on column reporting_v1.card_category.name is 'Name of the card category.';
comment on column reporting_v1.card_category.level_sequence is 'Rank of the card category in its card group; a higher number is a higher level.';
comment on column reporting_v1.card_category.card_group is 'Name of the card group.';
comment on column reporting_v1.card_category.status is 'Active, Inactive or Deleted. A deleted code can occur again.';
