-- POINT MOVEMENTS. Two functions write rows of the ledger, for one row or many: write_entries and write_takings.
-- The function write_entries inserts rows; write_takings records how much of which lot each debit took.
-- The functions write_entries and write_takings also update the balances, so no other code maintains totals.
-- All other functions of this file decide what is written.
-- Points reserved by allowances (allowances.sql) stay in their lots, and no other debit may use them.
-- Every caller locks the balances first (lock_balance), so one transaction at a time changes a member's figures.
-- Errors are raised as SQLSTATE CA001, as in post_sale.sql.

-- Locks a member's balance and creates it if missing.
-- A number merged since the caller's look-up raises error 40001: the transaction is repeated and finds the survivor.
create or replace function lock_balance(member text) returns point_balance language plpgsql as $$
declare
  locked point_balance;
begin
  select * into locked from point_balance where membership_no = member and balance_type = 'Jewel Club Points' for update;
  if not found then
    insert into point_balance (membership_no) values (member) on conflict do nothing;
    select * into locked from point_balance where membership_no = member and balance_type = 'Jewel Club Points' for update;
  end if;
  if locked.frozen_yn = 'Y' then
    raise exception 'Membership % was merged into another one', member using errcode = '40001';
  end if;
  return locked;
end $$;

-- Locks the balances of many members in the order of their membership numbers.
create or replace function lock_balances(members text[]) returns void language plpgsql as $$
declare
  frozen text;
begin
  insert into point_balance (membership_no) select distinct member from unnest(members) member order by member on conflict do nothing;
  perform from point_balance where membership_no = any (members) and balance_type = 'Jewel Club Points' order by membership_no for update;
  select membership_no into frozen from point_balance where membership_no = any (members) and frozen_yn = 'Y' limit 1;
  if found then raise exception 'Membership % was merged into another one', frozen using errcode = '40001'; end if;
end $$;

-- Inserts ledger rows and adds their points to the balances; the rows of each member keep their order.
-- A row with positive points is also a lot; `Owed` is the part of a debit that no lot covers.
-- A caller that needs a row's id beforehand draws the id and passes it as HistoryId.
-- The statement has one generic plan that looks up rows by key, because the planner assumes a hundred rows for JSON.
create or replace function write_entries(entries jsonb) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with written as (
    insert into point_history (history_id, membership_no, sequence_no, transaction_type, points, point_amount, point_owed, business_date,
      earned_at, available_from, expiry_date, rule_refs, invoice_no, transaction_id, reference_code, object_type, object_value, reason_code,
      remark, outlet_code, staff_id, source_key, reversal_of, request_id, created_by_id, created_at)
    overriding system value
    select coalesce("HistoryId", nextval('point_history_history_id_seq')), "MembershipNo",
      last_sequence_no + row_number() over (partition by "MembershipNo" order by ordinality), "TransactionType", "Points", greatest("Points", 0),
      coalesce("Owed", 0), "BusinessDate", case when "Points" > 0 then "EarnedAt" end, case when "Points" > 0 then "AvailableFrom" end,
      case when "Points" > 0 then "ExpiryDate" end, case when "Points" > 0 then "Rules" end, "InvoiceNo", "TransactionId", "ReferenceCode",
      "ObjectType", "ObjectValue", "ReasonCode", "Remark", "OutletCode", "StaffId", "SourceKey", "ReversalOf", "RequestId", "CreatedById",
      coalesce("CreatedAt", now())
    from rows from (jsonb_to_recordset(entries) as ("HistoryId" bigint, "MembershipNo" text, "TransactionType" text, "Points" bigint, "Owed" bigint,
      "BusinessDate" date, "EarnedAt" timestamptz, "AvailableFrom" date, "ExpiryDate" date, "Rules" jsonb, "InvoiceNo" text, "TransactionId" bigint,
      "ReferenceCode" text, "ObjectType" text, "ObjectValue" text, "ReasonCode" text, "Remark" text, "OutletCode" text, "StaffId" bigint,
      "SourceKey" text, "ReversalOf" bigint, "RequestId" text, "CreatedById" bigint, "CreatedAt" timestamptz)) with ordinality entry
    join point_balance balance on balance.membership_no = "MembershipNo" and balance_type = 'Jewel Club Points'
    order by ordinality
    returning membership_no, transaction_type as kind, points, point_amount, point_owed, created_at
  ),
  change as (
    select membership_no, count(*) as entries, sum(point_amount) as lots, sum(point_owed) as owed, max(created_at) as at_time,
      coalesce(sum(points) filter (where kind in ('Earn', 'Bonus', 'Referral', 'Opening Balance')), 0) as earned,
      coalesce(-sum(points) filter (where kind in ('Redeem', 'Redeem Refund')), 0) as redeemed,
      coalesce(-sum(points) filter (where kind = 'Expire'), 0) as expired,
      coalesce(-sum(points) filter (where kind = 'Reversal'), 0) as reversed,
      coalesce(sum(points) filter (where kind in ('Adjust In', 'Adjust Out')), 0) as adjusted
    from written group by membership_no
  )
  update point_balance balance set last_sequence_no = last_sequence_no + change.entries, updated_at = change.at_time,
    lots_remaining = lots_remaining + change.lots, arrears = arrears + change.owed,
    total_points_earned = total_points_earned + change.earned, total_points_redeemed = total_points_redeemed + change.redeemed,
    total_points_expired = total_points_expired + change.expired, total_points_reversed = total_points_reversed + change.reversed,
    total_points_adjusted = total_points_adjusted + change.adjusted
  from change where balance.membership_no = change.membership_no and balance_type = 'Jewel Club Points';
end $$;

-- Records which points debits take from which lots.
-- `Pays` marks a debit of an earlier transaction, whose arrears are paid by the lot.
create or replace function write_takings(takings jsonb) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with taking as materialized (
    select * from jsonb_to_recordset(takings) as taking ("Debit" bigint, "Lot" bigint, "Points" bigint, "Kind" text, "Pays" boolean)
  ),
  allocated as (
    insert into point_allocation (debit_history_id, credit_history_id, points, kind) select "Debit", "Lot", "Points", "Kind" from taking
  ),
  used as (
    update point_history lot set point_reversed = point_reversed + part.reversed, point_expired = point_expired + part.expired,
      point_utilized = point_utilized + part.points - part.reversed - part.expired
    from (
      select "Lot", sum("Points") as points, coalesce(sum("Points") filter (where "Kind" = 'Reverse'), 0) as reversed,
        coalesce(sum("Points") filter (where "Kind" = 'Expire'), 0) as expired
      from taking group by 1
    ) part where lot.history_id = part."Lot"
    returning lot.membership_no, part.points
  ),
  paid as (
    update point_history debt set point_owed = point_owed - part.points
    from (select "Debit", sum("Points") as points from taking where "Pays" group by 1) part where debt.history_id = part."Debit"
    returning debt.membership_no, part.points
  ),
  change as (
    select membership_no, sum(lots) as lots, sum(owed) as owed from (
      select membership_no, points as lots, 0 as owed from used union all select membership_no, 0, points from paid
    ) part group by membership_no
  )
  update point_balance balance set lots_remaining = lots_remaining - change.lots, arrears = arrears - change.owed
  from change where balance.membership_no = change.membership_no and balance_type = 'Jewel Club Points';
end $$;

-- Builds a row for write_entries from the kind of movement and the source or use of the points (`source`).
create or replace function ledger_entry(id bigint, member text, kind text, points bigint, source jsonb) returns jsonb language sql stable as $$
  select source || jsonb_build_object('HistoryId', id, 'MembershipNo', member, 'TransactionType', kind, 'Points', points)
$$;

-- Returns the open lots that a member may use on a day, soonest expiry first and lots without expiry last.
-- The column `before` is the number of points in all lots that are used earlier.
create or replace function spendable_lots(member text, today date) returns table (history_id bigint, remaining bigint, before bigint)
language sql stable as $$
  select history_id, remaining, (sum(remaining) over (order by expiry_date nulls last, earned_at, history_id) - remaining)::bigint
  from (
    select *, point_amount - point_reversed - point_utilized - point_expired as remaining from point_history
    where membership_no = member and balance_type = 'Jewel Club Points' and point_amount > 0
      and point_reversed + point_utilized + point_expired < point_amount
      and available_from <= today and (expiry_date is null or expiry_date >= today)
  ) lot
$$;

-- Points that a member may spend today: usable lots less arrears and reserved points.
create or replace function points_available(member text, today date) returns bigint language sql stable as $$
  select greatest(coalesce(sum(remaining), 0)
    - coalesce((select arrears + reserved from point_balance where membership_no = member and balance_type = 'Jewel Club Points'), 0), 0)::bigint
  from spendable_lots(member, today)
$$;

-- Usable points that are not reserved, counting only lots and allowances that last until the last day of an allowance; the minimum over these days.
-- Null if no open allowance lasts until today. A new allowance until `until` may reserve at most this many points.
create or replace function unreserved_points(member text, today date, until date default null) returns bigint language sql stable as $$
  with allowance as (
    select points - used as unused, settle_until from offline_allowance where membership_no = member and status = 'Open' and settle_until >= today
  ),
  lot as (
    select remaining, coalesce(expiry_date, 'infinity') as expiry_date from spendable_lots(member, today) join point_history using (history_id)
  )
  select min((select coalesce(sum(remaining), 0) from lot where expiry_date >= day) - (select coalesce(sum(unused), 0) from allowance where settle_until >= day))::bigint
  from (select settle_until as day from allowance where until is null or settle_until <= until union select until where until is not null) threshold
$$;

-- Credits new lots to a member and pays the member's arrears; `lots` are rows built by ledger_entry.
-- With `pay_first` arrears are paid from the new lots before other lots; the new lots then need a HistoryId.
drop function if exists credit_lots(text, jsonb);
create or replace function credit_lots(member text, lots jsonb, pay_first boolean default false) returns void language plpgsql as $$
declare
  balance point_balance := lock_balance(member);
  first_entry jsonb := lots->0;
begin
  perform write_entries(lots);
  if balance.arrears > 0 then
    perform recover_arrears(member, first_entry->>'SourceKey', coalesce(first_entry->>'Today', first_entry->>'BusinessDate')::date,
      case when pay_first then array(select (lot->>'HistoryId')::bigint from jsonb_array_elements(lots) lot) else '{}' end);
  end if;
end $$;

-- Credits one lot and returns its HistoryId; `source` describes the origin of the points.
create or replace function credit_points(member text, kind text, amount bigint, source jsonb) returns bigint language plpgsql as $$
declare
  lot bigint := nextval('point_history_history_id_seq');
begin
  perform credit_lots(member, jsonb_build_array(ledger_entry(lot, member, kind, amount, source)));
  return lot;
end $$;

drop function if exists debit_points(text, text, bigint, date, jsonb), take_points(text, bigint, date, jsonb);

-- Debits points from a member; raises 'notEnough' if the lots, less arrears and reserved points, do not cover them.
create or replace function debit_points(member text, kind text, amount bigint, today date, source jsonb) returns bigint language plpgsql as $$
declare
  balance point_balance := lock_balance(member);
  entry bigint := nextval('point_history_history_id_seq');
  usable bigint;
  takings jsonb;
begin
  select coalesce(sum(remaining), 0) - balance.arrears - balance.reserved, jsonb_agg(jsonb_build_object('Debit', entry, 'Lot', history_id,
      'Points', least(remaining, amount - before), 'Kind', case kind when 'Adjust Out' then 'Adjust' else 'Redeem' end) order by before)
    filter (where before < amount)
  into usable, takings from spendable_lots(member, today);
  if usable < amount then
    raise exception 'notEnough' using errcode = 'CA001', detail = jsonb_build_object('Available', greatest(usable, 0))::text;
  end if;
  perform write_entries(jsonb_build_array(ledger_entry(entry, member, kind, -amount, source || jsonb_build_object('BusinessDate', today))));
  perform write_takings(takings);
  return entry;
end $$;

-- Returns the unique key of a redemption, so that a reward or invoice is paid with points only once.
-- After a full refund the next redemption gets a new key.
create or replace function redemption_key(type text, value text) returns text language sql stable as $$
  select 'redeem' || case when count(*) > 0 then '-again:' || count(*) else '' end || ':' || type || ':' || value from point_history
  where object_type = type and object_value = value and transaction_type = 'Redeem' and reference_code is null and status = 'Reversed'
$$;

select define_type('taken_points', 'history_id bigint, membership_no text');

-- Redeems a member's points for a reward or an invoice. A merged number uses the points of the survivor.
create or replace function take_points(number text, amount bigint, today date, source jsonb) returns taken_points language plpgsql as $$
declare
  member text;
  active boolean;
begin
  select m.membership_no, m.status = 'Active' and c.status = 'Active' into member, active
  from membership m join customer c using (customer_id)
  where m.membership_no = surviving_membership(number) and m.status not in ('Merged', 'Deleted');
  if member is null then raise exception 'memberNotFound' using errcode = 'CA001'; end if;
  if not active then raise exception 'notActive' using errcode = 'CA001'; end if;
  if source->>'ObjectType' = 'Invoice' then perform invoice_redeeming(source->>'ObjectValue', source); end if;
  return row(debit_points(member, 'Redeem', amount, today,
    source || jsonb_build_object('SourceKey', redemption_key(source->>'ObjectType', source->>'ObjectValue'))), member)::taken_points;
end $$;

-- A lot and its successors: a merge moves the rest of a lot to a new lot of the survivor, and an unmerge moves it back.
create or replace function carried_lots(lot_id bigint) returns setof point_history language sql stable as $$
  with recursive carried as (
    select lot_id as history_id
    union all
    select successor.history_id from carried
    join point_allocation transfer on transfer.credit_history_id = carried.history_id and transfer.kind = 'Merge'
    join point_history successor on successor.source_key = 'carried:' || transfer.debit_history_id
  )
  select h.* from carried join point_history h using (history_id)
$$;

-- Reverses points of one lot: first the points left in the lot; points that were spent or are reserved become arrears.
-- Expired points of the lot are not reversed, because the member has already lost them.
-- A merged member's lot is reversed from the survivor. Returns the number of points reversed.
create or replace function reverse_lot(lot_id bigint, wanted bigint, today date, source jsonb) returns bigint language plpgsql as $$
declare
  balance point_balance;
  amount bigint;
  from_lot bigint;
  free bigint;
  entry bigint;
begin
  balance := lock_balance(surviving_membership((select membership_no from point_history where history_id = lot_id)));
  select least(wanted, (select point_amount from point_history where history_id = lot_id) - sum(point_expired)
      - (select coalesce(sum(-points), 0) from point_history where reversal_of = lot_id)),
    coalesce(sum(point_amount - point_reversed - point_utilized - point_expired) filter (where membership_no = balance.membership_no), 0)
  into amount, from_lot from carried_lots(lot_id);
  if amount <= 0 then return 0; end if;
  from_lot := least(amount, from_lot);
  if balance.reserved > 0 then free := unreserved_points(balance.membership_no, today); end if;
  if free is not null then
    -- Points that cannot be used yet are never reserved.
    select least(from_lot, coalesce(sum(point_amount - point_reversed - point_utilized - point_expired) filter (where available_from > today), 0) + greatest(free, 0))
    into from_lot from carried_lots(lot_id) where membership_no = balance.membership_no;
  end if;
  entry := nextval('point_history_history_id_seq');
  perform write_entries(jsonb_build_array(ledger_entry(entry, balance.membership_no, 'Reversal', -amount,
    source || jsonb_build_object('Owed', amount - from_lot, 'BusinessDate', today, 'ReversalOf', lot_id))));
  if from_lot > 0 then
    perform write_takings((
      select jsonb_agg(jsonb_build_object('Debit', entry, 'Lot', history_id, 'Points', least(remaining, from_lot - before), 'Kind', 'Reverse') order by history_id)
      from (
        select history_id, remaining, sum(remaining) over (order by available_from <= today, history_id) - remaining as before
        from (select history_id, available_from, point_amount - point_reversed - point_utilized - point_expired as remaining from carried_lots(lot_id)
          where membership_no = balance.membership_no and point_reversed + point_utilized + point_expired < point_amount) open_lot
      ) lot where before < from_lot));
  end if;
  return amount;
end $$;

drop function if exists sale_reversal(bigint, bigint), return_sale_points(bigint, bigint, date, jsonb);

-- Returns the lots that a sale credited, in the order in which they are reversed; `bonus` selects its bonus lots.
-- The column `points` is the part of `wanted` that the lot must give back; `from_lot` is the part still in the lot.
-- The difference between `points` and `from_lot` was spent and becomes arrears.
create or replace function sale_reversal(sale_id bigint, wanted bigint, bonus text default null)
returns table (history_id bigint, points bigint, from_lot bigint) language plpgsql stable rows 2 as $$
begin
  return query
  with lot as (
    select h.history_id, carried.remaining, h.point_amount - carried.expired
      - (select coalesce(sum(-taken.points), 0) from point_history taken where taken.reversal_of = h.history_id) as reversible
    from point_history h cross join lateral (
      select sum(c.point_expired) as expired,
        coalesce(sum(c.point_amount - c.point_reversed - c.point_utilized - c.point_expired)
          filter (where c.membership_no = surviving_membership(h.membership_no)), 0) as remaining
      from carried_lots(h.history_id) c
    ) carried
    where h.transaction_id = sale_id and h.point_reversed < h.point_amount
      and case when bonus is null then h.transaction_type = 'Earn' else h.transaction_type = 'Bonus' and h.object_value = bonus end
  ),
  shared as (
    select lot.*, least(reversible, greatest(wanted - coalesce(sum(reversible) over (order by lot.history_id rows between unbounded preceding and 1 preceding), 0), 0)) as reversal from lot
  )
  select shared.history_id, reversal::bigint, least(reversal, remaining)::bigint from shared where reversal > 0 order by shared.history_id;
end $$;

-- Reverses points that a sale credited and returns their number; `source` names the cancellation.
create or replace function return_sale_points(sale_id bigint, wanted bigint, today date, source jsonb, bonus text default null)
returns bigint language plpgsql as $$
declare
  lot record;
  taken bigint := 0;
begin
  for lot in select * from sale_reversal(sale_id, wanted, bonus) loop
    taken := taken + reverse_lot(lot.history_id, lot.points, today,
      source || jsonb_build_object('SourceKey', 'cancel:' || (source->>'TransactionId') || ':' || lot.history_id));
  end loop;
  return taken;
end $$;

-- Writes many movements, those of each member in order. Returns the number of points that each movement moved.
-- A credit is an entry; a return names the returned sale (`ReturnOf`) and the cancellation as its TransactionId.
-- Members without arrears and reserved points are written together if one lot covers each of their returns; other members one by one.
-- Writing together and writing one by one give the same rows and take the same points from the same lots.
create or replace function post_points(movements jsonb) returns table (place bigint, points bigint) language plpgsql as $$
#variable_conflict use_column
declare
  one_by_one text[];
  entries jsonb;
  takings jsonb;
  movement record;
begin
  perform lock_balances(array(select source->>'MembershipNo' from jsonb_array_elements(movements) source));
  with movement as materialized (
    select numbered.place, source, source->>'MembershipNo' as member, (source->>'Points')::bigint as points, (source->>'ReturnOf')::bigint as sale,
      nextval('point_history_history_id_seq') as id
    from jsonb_array_elements(movements) with ordinality as numbered (source, place)
  ),
  -- Selects the lots of returned sales from the ledger and from the movements of this call.
  lot as (
    select h.transaction_id as sale, h.history_id as id, h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining
    from point_history h where h.transaction_id in (select sale from movement) and h.transaction_type = 'Earn'
    union all
    select (source->>'TransactionId')::bigint, id, movement.points from movement
    where sale is null and (source->>'TransactionId')::bigint in (select sale from movement)
  ),
  only_lot as materialized (select sale, min(id) as id, sum(remaining) as remaining from lot group by sale having count(*) = 1),
  special as materialized (
    select membership_no as member from point_balance where (arrears > 0 or reserved > 0) and membership_no in (select member from movement)
    union
    select member from movement left join only_lot using (sale) where sale is not null
    group by member, sale, remaining having sum(movement.points) > coalesce(remaining, 0)
  ),
  plain as materialized (
    select movement.*, only_lot.id as lot from movement left join only_lot using (sale) where member not in (select member from special)
  )
  select array(select member from special),
    (select jsonb_agg(case when sale is null then ledger_entry(id, member, source->>'TransactionType', plain.points, source)
      else ledger_entry(id, member, 'Reversal', -plain.points, source || jsonb_build_object('ReversalOf', lot,
        'SourceKey', 'cancel:' || (source->>'TransactionId') || ':' || lot)) end order by plain.place) from plain),
    (select jsonb_agg(jsonb_build_object('Debit', id, 'Lot', lot, 'Points', plain.points, 'Kind', 'Reverse') order by plain.place) from plain where sale is not null)
  into one_by_one, entries, takings;
  if entries is not null then perform write_entries(entries); end if;
  if takings is not null then perform write_takings(takings); end if;

  for movement in select numbered.place, source, (source->>'Points')::bigint as points from jsonb_array_elements(movements) with ordinality as numbered (source, place) order by 1 loop
    place := movement.place;
    points := movement.points;
    if movement.source->>'MembershipNo' = any (one_by_one) then
      if movement.source->>'ReturnOf' is null then
        perform credit_points(movement.source->>'MembershipNo', movement.source->>'TransactionType', points, movement.source);
      else
        points := return_sale_points((movement.source->>'ReturnOf')::bigint, points, (movement.source->>'BusinessDate')::date, movement.source);
      end if;
    end if;
    return next;
  end loop;
end $$;

-- Pays a member's arrears from usable lots, oldest debt first; the `preferred` lots pay before other lots.
-- The caller of recover_arrears has locked the balance.
-- Reserved points stay in their lots.
drop function if exists recover_arrears(text, text, date);
create or replace function recover_arrears(member text, cause text, today date, preferred bigint[] default '{}') returns bigint language plpgsql as $$
declare
  recovered bigint;
  takings jsonb;
begin
  -- Debts and lots are ordered on one scale of points; where a lot overlaps a debt, the lot pays the overlap.
  select sum(points), jsonb_agg(jsonb_build_object('Debit', debt.history_id, 'Lot', lot.history_id, 'Points', points, 'Kind', 'Recovery', 'Pays', true)
    order by debt.before, lot.before)
  into recovered, takings
  from (
    select history_id, point_owed, sum(point_owed) over (order by history_id) - point_owed as before from point_history
    where membership_no = member and balance_type = 'Jewel Club Points' and point_owed > 0
  ) debt
  join (
    select history_id, least(remaining, unreserved - before) as remaining, before from (
      select history_id, remaining, sum(remaining) over (order by history_id <> all (preferred), before) - remaining as before,
        sum(remaining) over () - (select reserved from point_balance where membership_no = member and balance_type = 'Jewel Club Points') as unreserved
      from spendable_lots(member, today)
    ) usable where before < unreserved
  ) lot on lot.before < debt.before + debt.point_owed and debt.before < lot.before + lot.remaining
  cross join lateral (select least(debt.before + debt.point_owed, lot.before + lot.remaining) - greatest(debt.before, lot.before) as points) overlap;
  if recovered is null then return 0; end if;
  perform write_takings(takings);
  -- The row of a paid debt has 0 points and only shows the payment, because the debit already deducted the points.
  perform write_entries(jsonb_build_array(ledger_entry(null, member, 'Arrears Recovery', 0, jsonb_build_object('BusinessDate', today,
    'ObjectType', 'Arrears', 'ObjectValue', cause, 'Remark', recovered::text, 'SourceKey', 'recovery:' || cause))));
  return recovered;
end $$;

-- Sets the invoice for which points were redeemed; null if the redemption no longer belongs to a sale.
create or replace function note_invoice_of_redemption(debit bigint, invoice text) returns void language sql as $$
  update point_history set invoice_no = invoice, transaction_id = null
  where history_id = debit and transaction_type = 'Redeem' and (invoice_no is distinct from invoice or transaction_id is not null)
$$;

-- Returns the number of points of a redemption that have been refunded so far.
create or replace function redemption_refunded(debit bigint) returns bigint language sql stable as $$
  select coalesce(sum(points), 0)::bigint from point_history
  where object_type = 'Redemption' and object_value = debit::text and transaction_type = 'Redeem Refund'
$$;

-- Refunds a redemption until `target` points are refunded in total, beginning with the points that were taken last.
-- Each part is refunded as a new lot with its former expiry date, or with the days of grace if that date is later.
-- A refund leaves the used lots unchanged, because ledger rows are only added.
-- After a return of goods (`source` has a TransactionId) arrears are paid from the refunded lots before other lots.
-- The function returns the number of points that this call refunded.
-- Points that no lot has covered are refunded first, in a lot that pays the debt of the redemption at once.
create or replace function refund_redemption_up_to(debit bigint, target bigint, today date, source jsonb) returns bigint language plpgsql as $$
declare
  member text;
  redeemed bigint;
  before bigint;
  refunded bigint;
  owed bigint;
  already_paid bigint;
  paid bigint;
  paying_lot bigint;
  lots jsonb;
begin
  select surviving_membership(membership_no), -points into member, redeemed from point_history where history_id = debit;
  perform lock_balance(member);
  before := redemption_refunded(debit);
  -- Refunded points that no lot had covered, which this function paid back as part of an earlier refund.
  select coalesce(sum(a.points), 0) into already_paid from point_allocation a join point_history lot on lot.history_id = a.credit_history_id
  where a.debit_history_id = debit and a.kind = 'Recovery' and lot.object_type = 'Redemption' and lot.object_value = debit::text;
  select greatest(least(point_owed, target - already_paid) - (before - already_paid), 0), point_owed into paid, owed
  from point_history where history_id = debit;
  if paid > 0 then
    paying_lot := nextval('point_history_history_id_seq');
    perform write_entries(jsonb_build_array(ledger_entry(paying_lot, member, 'Redeem Refund', paid, source || jsonb_build_object('BusinessDate', today,
      'EarnedAt', now(), 'AvailableFrom', today, 'ObjectType', 'Redemption', 'ObjectValue', debit::text, 'SourceKey', 'refund-owed:' || debit || ':' || before))));
    perform write_takings(jsonb_build_array(jsonb_build_object('Debit', debit, 'Lot', paying_lot, 'Points', paid, 'Kind', 'Recovery', 'Pays', true)));
  end if;
  select coalesce(sum(part.now), 0), jsonb_agg(ledger_entry(nextval('point_history_history_id_seq'), member, 'Redeem Refund', part.now::bigint, source || jsonb_build_object('BusinessDate', today, 'EarnedAt', lot.earned_at,
      'AvailableFrom', today, 'ExpiryDate', greatest(lot.expiry_date, case when lot.expiry_date is not null then today + setting_text('points.refundGraceDays')::int end),
      'ObjectType', 'Redemption', 'ObjectValue', debit::text,
      'SourceKey', 'refund:' || part.allocation_id || case when part.already > 0 then ':' || part.already else '' end)) order by part.allocation_id)
  into refunded, lots
  from (
    select allocation_id, credit_history_id, greatest(least(points, before - already_paid - later), 0) as already,
      greatest(least(points, least(target, redeemed) - already_paid - later), 0) - greatest(least(points, before - already_paid - later), 0) as now
    from (
      -- Besides lots that the redemption took, lots that paid its arrears since.
      select allocation_id, credit_history_id, a.points, sum(a.points) over (order by allocation_id desc) - a.points + owed as later
      from point_allocation a join point_history lot on lot.history_id = a.credit_history_id
      where a.debit_history_id = debit and (lot.object_type, lot.object_value) is distinct from ('Redemption', debit::text)
    ) taken
  ) part join point_history lot on lot.history_id = part.credit_history_id
  where part.now > 0;
  refunded := refunded + paid;
  if lots is not null then perform credit_lots(member, lots, source->>'TransactionId' is not null); end if;
  if before + refunded >= redeemed then update point_history set status = 'Reversed' where history_id = debit; end if;
  return refunded;
end $$;

-- Refunds all points of a redemption that have not been refunded yet.
create or replace function refund_redemption(debit bigint, today date, source jsonb) returns bigint language sql as $$
  select refund_redemption_up_to(debit, -points, today, source) from point_history where history_id = debit
$$;

-- Selects the redemptions for an invoice that are not refunded yet.
-- Points spent on a reward are excluded, because the cancellation of the reward refunds them.
create or replace function redemptions_of_invoice(invoice text) returns setof point_history language sql stable as $$
  select * from point_history
  where object_type = 'Invoice' and object_value = invoice and transaction_type = 'Redeem' and reference_code is null and status = 'Active'
  order by history_id
$$;
