-- EXPIRY OF POINTS AND PAYMENT OF ARREARS in the nightly batch, in chunks of members.
-- Each chunk locks its balances in number order and then rereads the lots, so repeated batches act once.

-- Returns the first `most` membership numbers after `after` that have lots past their last day.
-- The query reads the index of open lots in order; a sort would read all expired lots again for every chunk.
create or replace function members_with_lots_due(after text, most integer, today date) returns text[] language sql stable
set enable_sort = off set enable_hashagg = off set enable_bitmapscan = off as $$
  select array_agg(membership_no order by membership_no) from (
    select distinct membership_no from point_history
    where membership_no > after and balance_type = 'Jewel Club Points' and point_amount > 0
      and point_reversed + point_utilized + point_expired < point_amount and expiry_date < today
    order by membership_no limit most) due
$$;

-- Expires the remaining points of the next chunk of members, with one Expire row per lot.
-- The unique source key of the row prevents a lot from expiring twice.
create or replace function expire_lots(after text, most integer, today date, at_time timestamptz)
returns table (first_key text, last_key text, done bigint, points bigint) language plpgsql as $$
#variable_conflict use_column
declare
  chosen text[] := members_with_lots_due(after, most, today);
  entries jsonb;
  takings jsonb;
begin
  if chosen is null then return; end if;
  first_key := chosen[1];
  last_key := chosen[array_upper(chosen, 1)];
  perform from point_balance where membership_no = any (chosen) and balance_type = 'Jewel Club Points' order by membership_no for update;
  select count(*), coalesce(sum(remaining), 0),
    jsonb_agg(jsonb_build_object('HistoryId', entry, 'MembershipNo', membership_no, 'TransactionType', 'Expire', 'Points', -remaining,
      'BusinessDate', today, 'InvoiceNo', invoice_no, 'OutletCode', outlet_code, 'ObjectType', 'PointHistory', 'ObjectValue', history_id::text,
      'Remark', to_char(expiry_date, 'YYYY-MM-DD'), 'SourceKey', 'expire:' || history_id, 'CreatedAt', at_time)),
    jsonb_agg(jsonb_build_object('Debit', entry, 'Lot', history_id, 'Points', remaining, 'Kind', 'Expire'))
  into done, points, entries, takings
  from (
    select due.*, nextval('point_history_history_id_seq') as entry from (
      select h.*, h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining
      from point_history h
      where h.membership_no = any (chosen) and h.balance_type = 'Jewel Club Points' and h.point_amount > 0
        and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount and h.expiry_date < today
      order by h.membership_no, h.expiry_date, h.earned_at, h.history_id
    ) due
  ) lot;
  if done > 0 then
    perform write_entries(entries);
    perform write_takings(takings);
  end if;
  return next;
end $$;

-- Pays the arrears of the next chunk of members from points that have become available.
create or replace function recover_arrears_of_many(after text, most integer, today date)
returns table (first_key text, last_key text, done bigint, points bigint) language plpgsql as $$
declare
  chosen text[];
  one record;
  paid bigint;
begin
  select array_agg(membership_no order by membership_no) into chosen from (
    select membership_no from point_balance where arrears > 0 and membership_no > after order by membership_no limit most) owing;
  if chosen is null then return; end if;
  done := 0;
  points := 0;
  for one in select membership_no, last_sequence_no from point_balance
    where membership_no = any (chosen) and arrears > 0 order by membership_no for update
  loop
    paid := recover_arrears(one.membership_no, 'night:' || one.membership_no || ':' || one.last_sequence_no, today);
    if paid > 0 then
      done := done + 1;
      points := points + paid;
    end if;
  end loop;
  first_key := chosen[1];
  last_key := chosen[array_upper(chosen, 1)];
  return next;
end $$;
