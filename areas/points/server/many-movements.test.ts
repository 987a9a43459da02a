import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkLedger, member } from '#tests/factories/sales.ts'
import { useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'

// Compares movements posted as a batch, as an import does, with the same movements posted one by one.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const TODAY = '2026-11-21'

type Movement = { sale: number; points: number }
type Batch = { spent: number; movements: Movement[] }

let number = 0

async function sales(MembershipNo: string, count: number) {
  const rows = await app.sql<{ transaction_id: number }>(
    `insert into transaction_summary (transaction_type, invoice_no, membership_no, customer_id, outlet_code, total_amount, net_amount, performed_at, business_date, source)
     select 'N', 'MANY' || $1 || '-' || place, $2, customer_id, 'KLCC', 0, 0, '2026-11-20T04:00:00Z', '2026-11-20', 'Import' from membership, generate_series(1, $3::int) place where membership_no = $2
     returning transaction_id`,
    ++number,
    MembershipNo,
    count,
  )
  return rows.map(({ transaction_id }) => transaction_id)
}

const SALES = 4
const MOST = 24

/** Builds a movement. `ids` lists the transaction ids of sales first, then those of their cancellations. */
const entryOf = (
  MembershipNo: string,
  ids: readonly number[],
  { sale, points }: Movement,
  position: number,
  isReturn: boolean,
) => ({
  ...{ MembershipNo, TransactionType: 'Earn', Points: points, ReturnOf: isReturn ? ids[sale]! : null },
  ...{
    TransactionId: isReturn ? ids[SALES + position]! : ids[sale]!,
    ObjectType: 'Transaction',
    ObjectValue: String(position),
  },
  ...{ BusinessDate: TODAY, EarnedAt: `${TODAY}T00:00:00Z`, AvailableFrom: '2026-11-01', Today: TODAY },
  SourceKey: `many:${MembershipNo}:${position}`,
})

const spend = (MembershipNo: string, points: number, key: string) =>
  app.sql(
    `select debit_points($1, 'Redeem', least($2, points_available($1, $3)), $3, $4)`,
    MembershipNo,
    points,
    TODAY,
    JSON.stringify({ ObjectType: 'Test', ObjectValue: key, SourceKey: `spend:${MembershipNo}:${key}` }),
  )

/** Spends points and posts each batch with `post`. Returns how many points each movement moved. */
async function live(
  MembershipNo: string,
  batches: readonly Batch[],
  post: (entries: ReturnType<typeof entryOf>[]) => Promise<number[]>,
) {
  const ids = await sales(MembershipNo, SALES + MOST)
  const seen = new Set<number>()
  let position = 0
  const moved: number[] = []
  for (const [index, { spent, movements }] of batches.entries()) {
    const [{ left }] = (await app.sql(`select points_available($1, $2) as left`, MembershipNo, TODAY)) as [
      { left: number },
    ]
    if (spent > 0 && left > 0) await spend(MembershipNo, spent, String(index))
    const entries = movements.map((movement) => {
      const isReturn = seen.has(movement.sale)
      seen.add(movement.sale)
      return entryOf(MembershipNo, ids, movement, position++, isReturn)
    })
    moved.push(...(await post(entries)))
  }
  return moved
}

const postBatch = async (entries: object[]) =>
  (
    await app.sql<{ points: number }>(
      'select points from post_points($1::jsonb) order by place',
      JSON.stringify(entries),
    )
  ).map(({ points }) => points)

async function oneByOne(entries: ReturnType<typeof entryOf>[]) {
  const moved: number[] = []
  for (const { MembershipNo, Points, ReturnOf, ...source } of entries) {
    const sourceJson = JSON.stringify(source)
    if (ReturnOf === null) {
      await app.sql(`select credit_points($1, 'Earn', $2, $3)`, MembershipNo, Points, sourceJson)
      moved.push(Points)
    } else {
      const [row] = await app.sql<{ points: number }>(
        'select return_sale_points($1, $2, $3, $4) as points',
        ReturnOf,
        Points,
        TODAY,
        sourceJson,
      )
      moved.push(row!.points)
    }
  }
  return moved
}

const ledgerOf = (MembershipNo: string) =>
  app.sql(
    `select h.sequence_no, h.transaction_type, h.points, h.point_reversed, h.point_utilized, h.point_owed, h.remark, lot.sequence_no as of_lot,
       (select jsonb_agg(jsonb_build_array(taken.sequence_no, a.points, a.kind) order by a.allocation_id) from point_allocation a
        join point_history taken on taken.history_id = a.credit_history_id where a.debit_history_id = h.history_id) as taken
     from point_history h left join point_history lot on lot.history_id = h.reversal_of where h.membership_no = $1 order by 1`,
    MembershipNo,
  )
const balanceOf = (MembershipNo: string) =>
  app.sql(
    `select lots_remaining, arrears, last_sequence_no, total_points_earned, total_points_redeemed, total_points_reversed from point_balance where membership_no = $1`,
    MembershipNo,
  )

const movement = fc.record({ sale: fc.integer({ min: 0, max: 3 }), points: fc.integer({ min: 1, max: 300 }) })
const batch = fc.record({
  spent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400 })),
  movements: fc.array(movement, { minLength: 1, maxLength: 8 }),
})

/** Spends the points of a sale and then returns it, so that every run has one history that ends with arrears. */
const endsInDebt: Batch[] = [
  { spent: 0, movements: [{ sale: 0, points: 100 }] },
  { spent: 100, movements: [{ sale: 0, points: 100 }] },
]

test('post_points: a batch of movements gives the same rows, lots, arrears and balances as posting them one by one', async () => {
  let owed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 3 }), async (batches) => {
      const [many, one] = [await member(app.db), await member(app.db)]
      const moved = await live(many.MembershipNo, batches, postBatch)
      expect(moved).toEqual(await live(one.MembershipNo, batches, oneByOne))
      expect(await ledgerOf(many.MembershipNo)).toEqual(await ledgerOf(one.MembershipNo))
      const balance = await balanceOf(many.MembershipNo)
      expect(balance).toEqual(await balanceOf(one.MembershipNo))
      expect(await checkLedger(app.db, many.MembershipNo)).toMatchObject({ agree: true })
      owed += (balance[0] as { arrears: number }).arrears
    }),
    { numRuns: runSize({ quick: 6, full: 20 }), examples: [[endsInDebt]] },
  )
  // Some members had arrears, so that the path for single movements ran too.
  expect(owed).toBeGreaterThan(0)
})

test('post_points: in a batch of many members, the movements of each member keep their order', async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => member(app.db)))
  const ids = new Map(
    await Promise.all(
      members.map(async ({ MembershipNo }) => [MembershipNo, await sales(MembershipNo, SALES + 2)] as const),
    ),
  )
  const entry = (index: number, points: number, isReturn: boolean, position: number) => {
    const { MembershipNo } = members[index]!
    return entryOf(MembershipNo, ids.get(MembershipNo)!, { sale: 0, points }, position, isReturn)
  }
  const moved = await postBatch([
    entry(0, 100, false, 0),
    entry(1, 50, false, 0),
    entry(0, 30, true, 1),
    entry(2, 20, false, 0),
    // This return exceeds the points left in its lot: it takes the remaining points and causes no arrears.
    entry(1, 80, true, 1),
  ])
  expect(moved).toEqual([100, 50, 30, 20, 50])
  for (const [index, rows] of [[100, -30], [50, -50], [20]].entries())
    expect((await ledgerOf(members[index]!.MembershipNo)).map((row) => (row as { points: number }).points)).toEqual(
      rows,
    )
})

test('post_points: a movement for a number that was merged meanwhile is refused, so that the transaction is repeated', async () => {
  const { MembershipNo } = await member(app.db)
  await app.sql(`insert into point_balance (membership_no, frozen_yn) values ($1, 'Y')`, MembershipNo)
  const ids = await sales(MembershipNo, 1)
  await expect(postBatch([entryOf(MembershipNo, ids, { sale: 0, points: 5 }, 0, false)])).rejects.toMatchObject({
    code: '40001',
  })
})
