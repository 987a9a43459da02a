-- A system account may be bound to several outlets. Without a row the account acts at every outlet.
create table user_outlet (
  user_id bigint not null references user_account,
  outlet_code text not null references building (code),
  primary key (user_id, outlet_code)
);
create index user_outlet_code on user_outlet (outlet_code);
insert into user_outlet (user_id, outlet_code)
select user_id, till_outlet_code from user_account where till_outlet_code is not null;

-- The networks from which a program has signed in: /24 of an IPv4 address, /48 of an IPv6 address.
create table system_network (
  user_id bigint not null references user_account,
  network cidr not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, network),
  check (first_seen_at <= last_seen_at)
);
-- Sessions of the last week are known networks, so that the first sign-in after the migration is not reported.
insert into system_network (user_id, network, first_seen_at, last_seen_at)
select user_id, network(set_masklen(address, case family(address) when 4 then 24 else 48 end)), min(created_at), max(greatest(created_at, last_seen_at))
from session, lateral (select regexp_replace(source_ip, '^::ffff:(?=\d+\.)', '')::inet as address) source
where audience = 'system' and user_id is not null and source_ip ~ '^[0-9a-fA-F:.]+$'
group by 1, 2;
