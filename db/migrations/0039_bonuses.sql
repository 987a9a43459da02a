-- WHAT A SALE EARNS BESIDE ITS LINES: promised by whatever runs when it is sold, given and taken back with the sale.
create table sale_bonus (
  transaction_id bigint not null references transaction_summary,
  -- The campaign that promised it.
  cause text not null check (length(cause) between 1 and 40),
  -- As the ledger says it to the member.
  name text not null check (length(name) between 1 and 200),
  -- The lines that count.
  lines integer[] not null,
  -- So many points as long as what counts comes to the minimum, or so many for each point of these lines.
  fixed bigint check (fixed between 1 and 1000000000),
  rate numeric(6,2) check (rate > 0),
  minimum numeric(14,2) not null default 0 check (minimum >= 0),
  -- What of it is given by now, less what went back.
  points bigint not null default 0 check (points between 0 and 1000000000),
  -- How often something was added: each time is a row of the ledger of its own.
  times integer not null default 0,
  primary key (transaction_id, cause),
  constraint sale_bonus_award check (num_nonnulls(fixed, rate) = 1)
);
-- What a campaign awarded in all, and which customers it awarded already.
create index sale_bonus_cause on sale_bonus (cause, transaction_id) include (points);
