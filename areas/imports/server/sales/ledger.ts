import { sql } from 'kysely'
import type { Db } from '#kit/server/ctx.ts'

// THE POINTS OF ONE PORTION. What the sales earned and what the cancellations take back, in the order in which it
// happened. Rows are written for all members at once, as credit_points and reverse_lot write them one by one; members who
// owe points, or whose lot does not hold what is taken back, go through those two functions themselves.

const EARN = `o.transaction_type in ('Earn', 'Bonus')`

/** How much of each found line is taken back now, and what that does to its points: the rule of cancel_sale. */
const takeBackLines = `
  with hit as (
    select t.transaction_id, t.document_id, t.membership_no, m.row_no, m.original_transaction_id, m.original_sequence_no::int as original_sequence_no, m.quantity
    from todo t join matched m on m.document_id = t.document_id where t.hand = $1 and t.batch = $2
  ),
  running as (
    select hit.*, sold.points_earned, sold.points_reversed, sold.quantity as sold,
      sold.cancelled_quantity + sum(hit.quantity) over line_so_far as taken
    from hit join transaction_detail sold on sold.transaction_id = hit.original_transaction_id and sold.sequence_no = hit.original_sequence_no
    window line_so_far as (partition by hit.original_transaction_id, hit.original_sequence_no order by hit.document_id, hit.row_no)
  ),
  pointed as materialized (
    select running.*, case when taken = sold then points_earned else floor(points_earned * taken / sold)::bigint end as points_after from running
  ),
  delta as (
    select transaction_id, document_id, membership_no, original_transaction_id,
      points_after - coalesce(lag(points_after) over (partition by original_transaction_id, original_sequence_no order by document_id, row_no), points_reversed) as points
    from pointed
  ),
  noted as (
    update transaction_detail sold set cancelled_quantity = last.taken, points_reversed = last.points_after
    from (select original_transaction_id, original_sequence_no, max(taken) as taken, max(points_after) as points_after from pointed group by 1, 2) last
    where sold.transaction_id = last.original_transaction_id and sold.sequence_no = last.original_sequence_no
  )
  insert into sale_event (transaction_id, document_id, membership_no, original_transaction_id, points, hand, batch)
  select transaction_id, document_id, membership_no, original_transaction_id, sum(points), $1, $2
  from delta where membership_no is not null group by 1, 2, 3, 4 having sum(points) > 0`

const noteEarned = `
  insert into sale_event (transaction_id, document_id, membership_no, points, hand, batch)
  select t.transaction_id, t.document_id, earned.membership_no, earned.points, $1, $2
  from todo t join earned on earned.transaction_id = t.transaction_id where t.hand = $1 and t.batch = $2`

const lockMembers = `
  with member as (select distinct membership_no from sale_event where hand = $1 and batch = $2),
  made as (insert into point_balance (membership_no) select membership_no from member on conflict do nothing)
  select from point_balance where membership_no in (select membership_no from member) order by membership_no for update`

/** Who needs the careful way, and the sequence number of everybody else's rows. */
const number = `
  with mine as (select * from sale_event where hand = $1 and batch = $2),
  lot as (
    select o.transaction_id, count(*) as lots, sum(o.point_amount - o.point_reversed - o.point_utilized - o.point_expired) as remaining
    from point_history o where o.transaction_id in (select original_transaction_id from mine) and ${EARN} group by 1
  ),
  careful as (
    select membership_no from point_balance where arrears > 0 and membership_no in (select membership_no from mine)
    union
    select mine.membership_no from mine
    left join lot on lot.transaction_id = mine.original_transaction_id left join earned on earned.transaction_id = mine.original_transaction_id and lot.lots is null
    where mine.original_transaction_id is not null
    group by mine.membership_no, mine.original_transaction_id, lot.lots, lot.remaining, earned.points
    having coalesce(lot.lots, 1) <> 1 or sum(mine.points) > coalesce(lot.remaining, earned.points, 0)
  ),
  placed as (
    select mine.ctid as place, balance.last_sequence_no
        + row_number() over (partition by mine.membership_no order by mine.document_id, mine.original_transaction_id nulls first) as sequence_no,
      mine.membership_no in (select membership_no from careful) as one_by_one
    from (select ctid, * from sale_event where hand = $1 and batch = $2) mine
    join point_balance balance on balance.membership_no = mine.membership_no and balance.balance_type = 'Jewel Club Points'
  )
  update sale_event set sequence_no = placed.sequence_no, one_by_one = placed.one_by_one from placed where sale_event.ctid = placed.place`

const credit = `
  insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date,
    invoice_no, transaction_id, object_type, object_value, outlet_code, source_key, rule_refs, request_id)
  select e.membership_no, e.sequence_no, 'Earn', e.points, e.points, t.business_date, t.performed_at, earned.available_from, earned.expiry_date,
    t.invoice_no, t.transaction_id, 'Transaction', t.transaction_id::text, t.outlet_code, 'earn:' || t.transaction_id, earned.rules, $3
  from sale_event e join todo t on t.document_id = e.document_id join earned on earned.transaction_id = e.transaction_id
  where e.hand = $1 and e.batch = $2 and e.original_transaction_id is null and not e.one_by_one
  order by e.document_id`

const reverse = `
  with written as (
    insert into point_history (membership_no, sequence_no, transaction_type, points, business_date,
      invoice_no, transaction_id, object_type, object_value, outlet_code, source_key, reversal_of, request_id)
    select e.membership_no, e.sequence_no, 'Reversal', -e.points, t.business_date,
      t.invoice_no, t.transaction_id, 'Transaction', t.transaction_id::text, t.outlet_code, 'cancel:' || t.transaction_id || ':' || o.history_id, o.history_id, $3
    from sale_event e join todo t on t.document_id = e.document_id
    join point_history o on o.transaction_id = e.original_transaction_id and ${EARN}
    where e.hand = $1 and e.batch = $2 and not e.one_by_one
    order by e.document_id
    returning history_id, reversal_of, -points as points
  ),
  allocated as (
    insert into point_allocation (debit_history_id, credit_history_id, points, kind) select history_id, reversal_of, points, 'Reverse' from written
  )
  update point_history set point_reversed = point_reversed + taken.points
  from (select reversal_of, sum(points) as points from written group by reversal_of) taken where point_history.history_id = taken.reversal_of`

const sumUp = `
  with change as (
    select membership_no, max(sequence_no) as last,
      coalesce(sum(points) filter (where original_transaction_id is null), 0) as earned, coalesce(sum(points) filter (where original_transaction_id is not null), 0) as reversed
    from sale_event where hand = $1 and batch = $2 and not one_by_one group by membership_no
  )
  update point_balance set lots_remaining = lots_remaining + change.earned - change.reversed, last_sequence_no = change.last,
    total_points_earned = total_points_earned + change.earned, total_points_reversed = total_points_reversed + change.reversed, updated_at = now()
  from change where point_balance.membership_no = change.membership_no and balance_type = 'Jewel Club Points'`

const noteReversed = `
  with change as (
    select transaction_id, sum(points) as points from (
      select transaction_id, points from sale_event where hand = $1 and batch = $2 and original_transaction_id is not null
      union all
      select original_transaction_id, points from sale_event where hand = $1 and batch = $2 and original_transaction_id is not null
    ) part group by transaction_id having sum(points) > 0
  )
  update transaction_summary set reversed_points = reversed_points + change.points from change where transaction_summary.transaction_id = change.transaction_id`

/** Locks what is taken back before the members, as a till does, so that neither waits for the other for ever. */
export const lockOriginals = `
  select from transaction_summary where transaction_id in (
    select m.original_transaction_id from todo t join matched m on m.document_id = t.document_id
    where t.hand = $1 and t.batch = $2)
  order by transaction_id for update`

type Portion = {
  hand: number
  batch: number
  importId: string
  today: string
  run: (text: string, ...values: unknown[]) => Promise<unknown>
}

export async function writeLedger(
  db: Db,
  { hand, batch, importId, today, run }: Portion,
  takesBack: boolean,
): Promise<void> {
  if (takesBack) await run(takeBackLines, hand, batch)
  await run(noteEarned, hand, batch)
  await run(lockMembers, hand, batch)
  await run(number, hand, batch)
  await run(credit, hand, batch, importId)
  if (takesBack) await run(reverse, hand, batch, importId)
  await run(sumUp, hand, batch)
  await oneByOne(db, { hand, batch, importId, today })
  if (takesBack) await run(noteReversed, hand, batch)
}

type Event = {
  TransactionId: number
  OriginalTransactionId: number | null
  MembershipNo: string
  Points: number
  Place: string
  BusinessDate: string
  Source: unknown
}

/** The careful way, for the few who need it: each event as the till would post it. */
async function oneByOne(db: Db, { hand, batch, importId, today }: Omit<Portion, 'run'>) {
  const { rows } = await sql<Event>`
    select e.ctid::text as place, e.transaction_id, e.original_transaction_id, e.membership_no, e.points, t.business_date,
      jsonb_build_object('BusinessDate', t.business_date, 'EarnedAt', t.performed_at, 'AvailableFrom', earned.available_from, 'ExpiryDate', earned.expiry_date,
        'InvoiceNo', t.invoice_no, 'TransactionId', t.transaction_id, 'ObjectType', 'Transaction', 'ObjectValue', t.transaction_id::text,
        'OutletCode', t.outlet_code, 'Rules', earned.rules, 'RequestId', ${importId}::text, 'Today', ${today}::text) as source
    from sale_event e join todo t on t.document_id = e.document_id left join earned on earned.transaction_id = e.transaction_id
    where e.hand = ${hand} and e.batch = ${batch} and e.one_by_one order by e.document_id, e.original_transaction_id nulls first`.execute(
    db,
  )
  for (const event of rows) {
    if (event.OriginalTransactionId === null) {
      await sql`select credit_points(${event.MembershipNo}, 'Earn', ${event.Points},
        ${JSON.stringify(event.Source)}::jsonb || jsonb_build_object('SourceKey', 'earn:' || ${event.TransactionId}::bigint))`.execute(
        db,
      )
    } else {
      const taken = await takeFromLots(db, event)
      await sql`update sale_event set points = ${taken} where ctid = ${event.Place}::tid`.execute(db)
    }
  }
}

async function takeFromLots(db: Db, event: Event) {
  const { rows: lots } = await sql<{ HistoryId: number }>`
    select history_id from point_history where transaction_id = ${event.OriginalTransactionId} and transaction_type in ('Earn', 'Bonus') order by history_id`.execute(
    db,
  )
  let taken = 0
  for (const { HistoryId } of lots) {
    if (taken >= event.Points) break
    const { rows } = await sql<{ Points: number }>`
      select reverse_lot(${HistoryId}, ${event.Points - taken}, ${event.BusinessDate}::date,
        ${JSON.stringify(event.Source)}::jsonb || jsonb_build_object('SourceKey', 'cancel:' || ${event.TransactionId}::bigint || ':' || ${HistoryId}::bigint)) as points`.execute(
      db,
    )
    taken += rows[0]!.Points
  }
  return taken
}
