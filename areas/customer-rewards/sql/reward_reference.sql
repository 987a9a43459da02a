-- Reference codes of rewards consist of RW, year and month, six digits and a check digit.

create or replace function next_reward_reference(today date) returns text language plpgsql volatile as $$
declare
  number text := nextval('reward_reference_seq')::text;
  digits text := to_char(today, 'YYMM') || lpad(number, greatest(6, length(number)), '0');
begin
  return 'RW' || digits || luhn_check_digit(digits);
end $$;
