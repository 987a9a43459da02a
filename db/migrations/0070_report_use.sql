-- What people do with reports: which they keep at hand, and when they ran each last.
create table report_use (
  user_id bigint not null references user_account,
  report text not null check (report ~ '^[A-Za-z]{1,60}$'),
  favourite_yn text not null default 'N' check (favourite_yn in ('Y', 'N')),
  last_run_at timestamptz,
  primary key (user_id, report)
);
