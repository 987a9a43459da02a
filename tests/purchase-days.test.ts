import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveRequest, listApprovals } from '#areas/approvals/contract.ts'
import { listReconciliationDifferences } from '#areas/expiry/contract/proof.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { unmergeMembers } from '#areas/merges/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { updatePurchaseDays } from '#areas/sales/server/make-purchase-days.ts'
import { useImportBench } from './factories/imports.ts'
import { merging } from './factories/merges.ts'
import { addEarningRules, line, member } from './factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from './harness.ts'
import { counter, ledgerCalls } from './ledger/calls.ts'
import { randomFrom } from './ledger/random.ts'
import { runSize } from './run-size.ts'

// The purchase days of reports always agree with the sales, before and after the job has recalculated them.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const bench = useImportBench()
const moves = ledgerCalls(app)
const { merge, cancelSale } = merging(app)
const runPurchaseDayJob = () => updatePurchaseDays(jobContext(app))

beforeAll(() => addEarningRules(app.db))

/** Calculates purchase days sale by sale, without any code of the reports. */
const DAYS_FROM_SALES = `
  select customer_id::int as customer, business_date::text as day, net_sales::text, business_date - min(business_date) over theirs as first,
    business_date - lag(business_date) over theirs as previous
  from (
    select t.customer_id, t.business_date, sum(sale_left(t.transaction_id)) as net_sales, sum(pieces.remaining) as pieces
    from transaction_summary t join customer c using (customer_id), lateral (
      select sum(line.quantity) - coalesce(sum((select sum(back.quantity) from transaction_detail back
        where back.original_transaction_id = line.transaction_id and back.old_sequence_no = line.sequence_no)), 0) as remaining
      from transaction_detail line where line.transaction_id = t.transaction_id) pieces
    where t.transaction_type = 'N' and coalesce(t.approval_status, 'Approved') = 'Approved' and c.status not in ('Deleted', 'Merged')
    group by 1, 2 having sum(pieces.remaining) > 0
  ) day window theirs as (partition by customer_id order by business_date)`
const DAYS_OF_REPORTS = `
  select customer_id::int as customer, business_date::text as day, net_sales::text, since_first as first, since_previous as previous
  from (select * from settled_purchase_days() union all select * from fresh_purchase_days(null)) days`
const STORED_DAYS = `select customer_id::int as customer, business_date::text as day, net_sales::text, since_first as first, since_previous as previous from purchase_day`
const rowsOf = (text: string) => app.sql(`select * from (${text}) rows order by customer, day`)
const pendingChanges = async () =>
  (await app.sql<{ count: number }>('select count(*)::int from purchase_change'))[0]!.count

/** Compares a report with the sales, then runs the job and expects no pending changes. */
async function expectDaysToMatchSales() {
  const expectedRows = await rowsOf(DAYS_FROM_SALES)
  expect(await rowsOf(DAYS_OF_REPORTS)).toEqual(expectedRows)
  await runPurchaseDayJob()
  expect(await pendingChanges()).toBe(0)
  expect(await rowsOf(DAYS_OF_REPORTS)).toEqual(expectedRows)
  expect((await reconcileLedger(jobContext(app))).Differences).toBe(0)
}

let invoices = 0
async function sell(MembershipNo: string | null, day: string, ...cents: number[]) {
  const InvoiceNo = `PD${++invoices}`
  const { status } = await moves.sell(
    InvoiceNo,
    MembershipNo,
    cents.map((amount) => ({ cents: amount, quantity: 1 })),
    day,
  )
  expect(status).toBe(201)
  return InvoiceNo
}
const daysOf = async (customer: number) =>
  (await rowsOf(DAYS_OF_REPORTS)).flatMap((row) => {
    const { customer: customerId, day, net_sales: netSales, first, previous } = row as Record<string, unknown>
    return customerId === customer ? [[day, netSales, first, previous]] : []
  })

describe('purchase days of customers', () => {
  test('purchase days: two sales on one day are one purchase day, and sales entered late are put in order', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    await sell(MembershipNo, '2026-11-05', 100_000)
    await sell(MembershipNo, '2026-11-05', 50_000)
    await expectDaysToMatchSales()
    await sell(MembershipNo, '2026-11-20', 20_000)
    await expectDaysToMatchSales()
    await sell(MembershipNo, '2026-11-10', 30_000)
    await sell(MembershipNo, '2026-10-31', 10_000)
    expect(await daysOf(CustomerId)).toEqual([
      ['2026-10-31', '100.00', 0, null],
      ['2026-11-05', '1500.00', 5, 5],
      ['2026-11-10', '300.00', 10, 5],
      ['2026-11-20', '200.00', 20, 10],
    ])
    await expectDaysToMatchSales()
  })

  test('purchase days: a day on which only a free piece was bought counts until the piece is returned', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    await sell(MembershipNo, '2026-11-01', 10_000)
    const free = await sell(MembershipNo, '2026-11-05', 0)
    const mixed = await sell(MembershipNo, '2026-11-09', 5_000, 0)
    await cancelSale(mixed, [{ OldSequenceNo: 1 }])
    expect(await daysOf(CustomerId)).toEqual([
      ['2026-11-01', '100.00', 0, null],
      ['2026-11-05', '0.00', 4, 4],
      ['2026-11-09', '0.00', 8, 4],
    ])
    await expectDaysToMatchSales()
    await cancelSale(free)
    expect(await daysOf(CustomerId)).toEqual([
      ['2026-11-01', '100.00', 0, null],
      ['2026-11-09', '0.00', 8, 8],
    ])
    await expectDaysToMatchSales()
  })

  test('purchase days: a return lowers the amount of the day of purchase, and the last return removes the day', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    const first = await sell(MembershipNo, '2026-11-01', 40_000, 60_000)
    await sell(MembershipNo, '2026-11-20', 10_000)
    await expectDaysToMatchSales()
    await cancelSale(first, [{ OldSequenceNo: 1 }])
    expect(await daysOf(CustomerId)).toEqual([
      ['2026-11-01', '600.00', 0, null],
      ['2026-11-20', '100.00', 19, 19],
    ])
    await expectDaysToMatchSales()
    await cancelSale(first)
    expect(await daysOf(CustomerId)).toEqual([['2026-11-20', '100.00', 0, null]])
    await expectDaysToMatchSales()
  })

  test('purchase days: an imported return lowers the amount of the day of purchase', async () => {
    const { MembershipNo } = await member(app.db)
    const sale = await app.call(
      addTransaction,
      {
        TransactionType: 'N',
        InvoiceNo: 'PDFILE',
        OutletCode: 'KLCC',
        MembershipNo,
        PerformedAt: '2026-11-15T12:00:00',
        Details: [line('335', { ItemCode: 'RING', Quantity: '3' })],
      } as never,
      hq,
    )
    expect(sale.status).toBe(201)
    await expectDaysToMatchSales()
    const csv = `Invoice,Item,Quantity,Time,Price,Member\nCPD1,RING,-2,2026-11-20 12:01:00,335,${MembershipNo}\nPDF2,RING,1,2026-11-18 12:01:00,335,${MembershipNo}\n`
    const columns = {
      ...{ Invoice: 'InvoiceNo', Item: 'ItemCode', Quantity: 'Quantity' },
      ...{ Time: 'PerformedAt', Price: 'UnitPrice', Member: 'MembershipNo' },
    } as const
    const mapping = {
      columns,
      constants: { OutletCode: 'KLCC', Brand: 'Aurelia' },
      cancellations: { invoicePrefix: 'C' },
    }
    expect(await bench.run('sales', csv, mapping, { url: app.url, clock: app.clock.now })).toMatchObject({
      Created: 2,
      Failed: 0,
    })
    expect(await pendingChanges()).toBeGreaterThan(1)
    await expectDaysToMatchSales()
  })

  test('purchase days: change when a walk-in sale is assigned or unassigned, and when a sale is approved', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    const walkIn = await sell(null, '2026-11-20', 70_000)
    expect((await moves.assign(walkIn, MembershipNo)).status).toBe(200)
    await expectDaysToMatchSales()
    expect((await moves.unassign(walkIn)).status).toBe(200)
    expect(await daysOf(CustomerId)).toEqual([])
    await expectDaysToMatchSales()

    const byHand = { TransactionType: 'N', InvoiceNo: 'PDHAND', MembershipNo, OutletCode: 'KLCC' }
    await app.call(addTransaction, { ...byHand, Details: [line('900000')] } as never, counter)
    expect(await daysOf(CustomerId)).toEqual([])
    const approver = staffWith({ roles: ['Customer Transaction'], privileges: ['Approve Requests'] })
    const { rows } = (await app.call(listApprovals, { Search: { MembershipNo, Status: 'Pending' } }, approver)).body
    await app.call(approveRequest, { ApprovalId: rows[0]!.ApprovalId }, approver)
    expect(await daysOf(CustomerId)).toEqual([['2026-11-21', '900000.00', 0, null]])
    await expectDaysToMatchSales()
  })

  test('purchase days: a line that the till sends later is included', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    const newSale = await sell(MembershipNo, '2026-11-20', 10_000)
    await expectDaysToMatchSales()
    await moves.add(newSale, { cents: 5_000, quantity: 1 })
    await expectDaysToMatchSales()
    expect(await daysOf(CustomerId)).toEqual([['2026-11-20', '150.00', 0, null]])
  })

  test('purchase days: move to the survivor of a merge and back with its undo, and do not exist for deleted customers', async () => {
    const survivor = await member(app.db)
    const merged = await member(app.db)
    await sell(survivor.MembershipNo, '2026-11-01', 10_000)
    await sell(merged.MembershipNo, '2026-11-08', 20_000)
    await sell(merged.MembershipNo, '2026-11-01', 30_000)
    await expectDaysToMatchSales()
    const MergeId = await merge(survivor, merged)
    expect(await daysOf(survivor.CustomerId)).toEqual([
      ['2026-11-01', '400.00', 0, null],
      ['2026-11-08', '200.00', 7, 7],
    ])
    expect(await daysOf(merged.CustomerId)).toEqual([])
    await expectDaysToMatchSales()
    expect((await app.call(unmergeMembers, { MergeId, Reason: 'Two people' }, hq)).status).toBe(200)
    await expectDaysToMatchSales()
    expect((await daysOf(merged.CustomerId)).length).toBe(2)
    await app.sql(`update customer set status = 'Deleted' where customer_id = $1`, merged.CustomerId)
    expect(await daysOf(merged.CustomerId)).toEqual([])
    await expectDaysToMatchSales()
  })
})

test('purchase days: a sale entered during a recalculation is in reports at once, and the next run includes it', async () => {
  const { MembershipNo, CustomerId } = await member(app.db)
  await sell(MembershipNo, '2026-11-01', 10_000)
  await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (job) => {
      await sql`select from purchase_change`.execute(job)
      await sell(MembershipNo, '2026-11-03', 20_000)
      await sql`select make_purchase_days(100000)`.execute(job)
    })
  expect(await pendingChanges()).toBe(1)
  expect(await daysOf(CustomerId)).toEqual([
    ['2026-11-01', '100.00', 0, null],
    ['2026-11-03', '200.00', 2, 2],
  ])
  await expectDaysToMatchSales()
})

test('purchase days: a recalculation reads one snapshot of the data', async () => {
  await sell((await member(app.db)).MembershipNo, '2026-11-01', 10_000)
  await expect(app.sql('select make_purchase_days(1)')).rejects.toThrow('as of one moment')
})

describe('reconciliation of purchase days', () => {
  let CustomerId: number
  beforeEach(async () => {
    const one = await member(app.db)
    CustomerId = one.CustomerId
    await sell(one.MembershipNo, '2026-11-01', 10_000)
    await sell(one.MembershipNo, '2026-11-08', 20_000)
    await expectDaysToMatchSales()
  })

  test.each([
    ['a wrong amount', 'Purchase day', 'update purchase_day set net_sales = net_sales + 5', '200', '205'],
    ['a missing day', 'Purchase day', 'delete from purchase_day', '200', '0'],
    [
      'a wrong interval since the previous day',
      'Days since last purchase',
      'update purchase_day set since_previous = 6',
      '7',
      '6',
    ],
    [
      'a wrong interval since the first day',
      'Days since first purchase',
      'update purchase_day set since_first = 8',
      '7',
      '8',
    ],
  ] as const)(
    'purchase day reconciliation: finds %s and names the customer and day',
    async (_, CheckName, change, Expected, Found) => {
      await app.sql(`${change} where customer_id = $1 and business_date = '2026-11-08'`, CustomerId)
      await reconcileLedger(jobContext(app))
      const { rows } = (await app.call(listReconciliationDifferences, { Search: { CheckName } }, hq)).body
      expect(rows).toMatchObject([{ CheckName, Reference: `${CustomerId} 2026-11-08`, Expected, Found }])
      // After another change record, the job recalculates the days correctly.
      await app.sql('insert into purchase_change (customer_id) values ($1)', CustomerId)
      await expectDaysToMatchSales()
    },
  )
})

describe('purchase days after random sequences of changes', () => {
  // The reconciliation after every move also compares the sold lines (tests/sold-lines.test.ts).
  const DAYS = ['2026-11-21', '2026-11-20', '2026-11-05', '2026-10-31', '2026-03-10', '2025-10-02', '2024-12-15']
  test.each(runSize({ quick: [1, 2], full: [1, 2, 3, 4, 5, 6] }))(
    'purchase days: calculated and stored days agree with the sales after every move of sequence %i',
    async (seed) => {
      const random = randomFrom(seed)
      const people = [await member(app.db), await member(app.db), await member(app.db)]
      const sales: string[] = []
      const walkIns: string[] = []
      const did: string[] = []
      for (let step = 0; step < 30; step++) {
        const membershipNo = random.pick(people).MembershipNo
        const kind = random.weighted({
          sell: 6,
          walkIn: 2,
          cancel: 4,
          part: 4,
          add: 2,
          give: 2,
          take: 1,
          merge: 1,
          make: 4,
        })
        const one = sales.length > 0 ? random.pick(sales) : undefined
        const walkIn = walkIns.length > 0 ? random.pick(walkIns) : undefined
        did.push(`${kind} ${one} ${walkIn}`)
        // A move that is not permitted is refused, and changes nothing.
        if (kind === 'sell')
          sales.push(
            await sell(
              membershipNo,
              random.pick(DAYS),
              random.pick([0, random.from(1, 90_000)]),
              random.pick([0, random.from(1, 90_000)]),
            ),
          )
        if (kind === 'walkIn') walkIns.push(await sell(null, random.pick(DAYS.slice(0, 3)), random.from(1, 90_000)))
        if (kind === 'cancel' && one) await moves.cancel(one, [])
        if (kind === 'part' && one) await moves.cancel(one, [{ line: random.from(1, 2), quantity: 1 }])
        if (kind === 'add' && one) await moves.add(one, { cents: random.pick([0, random.from(1, 9_000)]), quantity: 1 })
        if (kind === 'give' && walkIn) await moves.assign(walkIn, membershipNo)
        if (kind === 'take' && walkIn) await moves.unassign(walkIn)
        if (kind === 'merge' && people.length > 1) await merge(people[0]!, people.pop()!)
        if (kind === 'make') await runPurchaseDayJob()
        expect({ did, read: await rowsOf(DAYS_OF_REPORTS) }).toEqual({ did, read: await rowsOf(DAYS_FROM_SALES) })
        expect(await app.sql('select * from sold_differences()')).toEqual([])
      }
      await runPurchaseDayJob()
      expect(await rowsOf(STORED_DAYS)).toEqual(expect.arrayContaining(await rowsOf(DAYS_FROM_SALES)))
      expect((await reconcileLedger(jobContext(app))).Differences).toBe(0)
    },
  )
})
