-- A system account may be bound to an outlet, to networks and to a last day. A session may have fewer scopes than its account.
alter table user_account
  add column till_outlet_code text references building (code),
  add column networks text[] not null default '{}',
  add column ends_on date,
  add check (kind = 'System' or (till_outlet_code is null and networks = '{}' and ends_on is null));
alter table session add column scopes text[];

-- Cancelling has scopes of its own now. Accounts keep what they could do before.
update user_account set scopes = scopes || array['sales:cancel'] where kind = 'System' and 'sales:write' = any(scopes);
update user_account set scopes = scopes || array['points:redeem:cancel'] where kind = 'System' and 'points:redeem' = any(scopes);
