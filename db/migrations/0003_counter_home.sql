-- THE FIRST PAGE OF THE DAY: which one a user lands on, and whom an outlet congratulates this week.

-- 'auto': by what the user does, the counter for staff of an outlet and the dashboard for everybody else.
alter table user_preference add column start_page text not null default 'auto' check (start_page in ('auto', 'counter', 'dashboard'));

-- Days of the year as one number, 1122 for 22 November: whose day comes is found without looking at everybody.
create index customer_birthday on customer ((extract(month from date_of_birth) * 100 + extract(day from date_of_birth)), registered_outlet_code)
  where date_of_birth is not null and status = 'Active';
create index customer_wedding_day on customer ((extract(month from wedding_anniversary) * 100 + extract(day from wedding_anniversary)), registered_outlet_code)
  where wedding_anniversary is not null and status = 'Active';

-- The next act of a member that one user put off, and the first day on which it is offered to that user again.
create table act_put_off (
  user_id bigint not null references user_account on delete cascade,
  membership_no text not null references membership on delete cascade,
  act text not null,
  again_on date not null,
  primary key (user_id, membership_no, act)
);
create index act_put_off_member on act_put_off (membership_no);
