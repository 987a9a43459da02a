-- THE REWARD THAT A CAMPAIGN GAVE FOR A SALE, with the terms by which it did.
create table campaign_gift (
  campaign_code text not null references campaign,
  transaction_id bigint not null references transaction_summary,
  reward_id bigint not null references reward,
  -- The lines that count, and what they have to come to.
  lines integer[] not null,
  minimum numeric(14,2) not null default 0 check (minimum >= 0),
  -- Y: its goods came back, or the sale was taken from its member.
  returned_yn text not null default 'N' check (returned_yn in ('Y', 'N')),
  primary key (transaction_id, campaign_code)
);
create index campaign_gift_of_campaign on campaign_gift (campaign_code, transaction_id);
