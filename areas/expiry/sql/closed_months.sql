-- The closed months of the points liability are immutable.
create or replace function refuse_change_of_closed_month() returns trigger language plpgsql as $$
begin
  raise exception 'A closed month never changes' using errcode = '23001';
end $$;
create or replace trigger liability_month_closed before update or delete on liability_month
  for each row execute function refuse_change_of_closed_month();
create or replace trigger liability_month_no_truncate before truncate on liability_month
  for each statement execute function refuse_change_of_closed_month();
