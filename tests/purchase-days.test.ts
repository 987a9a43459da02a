import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveRequest, listApprovals } from '#areas/approvals/contract.ts'
import { listDifferences } from '#areas/expiry/contract/proof.ts'
import { prove } from '#areas/expiry/server/index.ts'
import { unmergeMembers } from '#areas/merges/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { makePurchaseDays } from '#areas/sales/server/make-purchase-days.ts'
import { useBench } from './factories/imports.ts'
import { merging } from './factories/merges.ts'
import { earningRules, line, member } from './factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from './harness.ts'
import { counter, movesOf } from './ledger/calls.ts'
import { randomFrom } from './ledger/random.ts'
import { runSize } from './run-size.ts'

// What is kept of each customer's purchase days is what the sales say, whatever happens to these, before a job has made the days again and after it.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const bench = useBench()
const moves = movesOf(app)
const { merge, cancelSale } = merging(app)
const made = () => makePurchaseDays(jobContext(app))

beforeAll(() => earningRules(app.db))

/** Added up sale by sale, by nothing that the reports are made of. */
const SAID = `
  select customer_id::int as customer, business_date::text as day, kept::text, business_date - min(business_date) over theirs as first,
    business_date - lag(business_date) over theirs as previous
  from (
    select t.customer_id, t.business_date, sum(sale_left(t.transaction_id)) as kept, sum(pieces.kept) as pieces
    from transaction_summary t join customer c using (customer_id), lateral (
      select sum(line.quantity) - coalesce(sum((select sum(back.quantity) from transaction_detail back
        where back.original_transaction_id = line.transaction_id and back.old_sequence_no = line.sequence_no)), 0) as kept
      from transaction_detail line where line.transaction_id = t.transaction_id) pieces
    where t.transaction_type = 'N' and coalesce(t.approval_status, 'Approved') = 'Approved' and c.status not in ('Deleted', 'Merged')
    group by 1, 2 having sum(pieces.kept) > 0
  ) day window theirs as (partition by customer_id order by business_date)`
const READ = `
  select customer_id::int as customer, business_date::text as day, kept::text, since_first as first, since_previous as previous
  from (select * from settled_purchase_days() union all select * from fresh_purchase_days(null)) days`
const KEPT = `select customer_id::int as customer, business_date::text as day, kept::text, since_first as first, since_previous as previous from purchase_day`
const rowsOf = (text: string) => app.sql(`select * from (${text}) rows order by customer, day`)
const notes = async () => (await app.sql<{ count: number }>('select count(*)::int from purchase_change'))[0]!.count

/** A report reads what the sales say; afterwards that is kept, and nothing is left to be done. */
async function agree() {
  const said = await rowsOf(SAID)
  expect(await rowsOf(READ)).toEqual(said)
  await made()
  expect(await notes()).toBe(0)
  expect(await rowsOf(READ)).toEqual(said)
  expect((await prove(jobContext(app))).Differences).toBe(0)
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
  (await rowsOf(READ)).flatMap((row) => {
    const { customer: whose, day, kept, first, previous } = row as Record<string, unknown>
    return whose === customer ? [[day, kept, first, previous]] : []
  })

describe('the purchase days of a customer', () => {
  test('are those of their sales: two of one day are one, a late one goes between, and before all others', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    await sell(MembershipNo, '2026-11-05', 100_000)
    await sell(MembershipNo, '2026-11-05', 50_000)
    await agree()
    await sell(MembershipNo, '2026-11-20', 20_000)
    await agree()
    await sell(MembershipNo, '2026-11-10', 30_000)
    await sell(MembershipNo, '2026-10-31', 10_000)
    expect(await daysOf(CustomerId)).toEqual([
      ['2026-10-31', '100.00', 0, null],
      ['2026-11-05', '1500.00', 5, 5],
      ['2026-11-10', '300.00', 10, 5],
      ['2026-11-20', '200.00', 20, 10],
    ])
    await agree()
  })

  test('include a day on which only a free piece was bought, until it is returned', async () => {
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
    await agree()
    await cancelSale(free)
    expect(await daysOf(CustomerId)).toEqual([
      ['2026-11-01', '100.00', 0, null],
      ['2026-11-09', '0.00', 8, 8],
    ])
    await agree()
  })

  test('lose what is returned, in part and to the last line, on the day it was bought', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    const first = await sell(MembershipNo, '2026-11-01', 40_000, 60_000)
    await sell(MembershipNo, '2026-11-20', 10_000)
    await agree()
    await cancelSale(first, [{ OldSequenceNo: 1 }])
    expect(await daysOf(CustomerId)).toEqual([
      ['2026-11-01', '600.00', 0, null],
      ['2026-11-20', '100.00', 19, 19],
    ])
    await agree()
    await cancelSale(first)
    expect(await daysOf(CustomerId)).toEqual([['2026-11-20', '100.00', 0, null]])
    await agree()
  })

  test('lose what a file returns', async () => {
    const { MembershipNo } = await member(app.db)
    const sold = await app.call(
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
    expect(sold.status).toBe(201)
    await agree()
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
    expect(await notes()).toBeGreaterThan(1)
    await agree()
  })

  test('gain a walk-in sale with its member and lose it with them, and what a second person approves', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    const walkIn = await sell(null, '2026-11-20', 70_000)
    expect((await moves.assign(walkIn, MembershipNo)).status).toBe(200)
    await agree()
    expect((await moves.unassign(walkIn)).status).toBe(200)
    expect(await daysOf(CustomerId)).toEqual([])
    await agree()

    const byHand = { TransactionType: 'N', InvoiceNo: 'PDHAND', MembershipNo, OutletCode: 'KLCC' }
    await app.call(addTransaction, { ...byHand, Details: [line('900000')] } as never, counter)
    expect(await daysOf(CustomerId)).toEqual([])
    const approver = staffWith({ roles: ['Customer Transaction'], privileges: ['Approve Requests'] })
    const { rows } = (await app.call(listApprovals, { Search: { MembershipNo, Status: 'Pending' } }, approver)).body
    await app.call(approveRequest, { ApprovalId: rows[0]!.ApprovalId }, approver)
    expect(await daysOf(CustomerId)).toEqual([['2026-11-21', '900000.00', 0, null]])
    await agree()
  })

  test('grow with a line that a till sends later', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    const sold = await sell(MembershipNo, '2026-11-20', 10_000)
    await agree()
    await moves.add(sold, { cents: 5_000, quantity: 1 })
    await agree()
    expect(await daysOf(CustomerId)).toEqual([['2026-11-20', '150.00', 0, null]])
  })

  test('go over to the record that stays, come back when the merge is undone, and are read of nobody who was deleted', async () => {
    const survivor = await member(app.db)
    const merged = await member(app.db)
    await sell(survivor.MembershipNo, '2026-11-01', 10_000)
    await sell(merged.MembershipNo, '2026-11-08', 20_000)
    await sell(merged.MembershipNo, '2026-11-01', 30_000)
    await agree()
    const MergeId = await merge(survivor, merged)
    expect(await daysOf(survivor.CustomerId)).toEqual([
      ['2026-11-01', '400.00', 0, null],
      ['2026-11-08', '200.00', 7, 7],
    ])
    expect(await daysOf(merged.CustomerId)).toEqual([])
    await agree()
    expect((await app.call(unmergeMembers, { MergeId, Reason: 'Two people' }, hq)).status).toBe(200)
    await agree()
    expect((await daysOf(merged.CustomerId)).length).toBe(2)
    await app.sql(`update customer set status = 'Deleted' where customer_id = $1`, merged.CustomerId)
    expect(await daysOf(merged.CustomerId)).toEqual([])
    await agree()
  })
})

test('a sale that is entered while days are being made stays noted, and is read meanwhile', async () => {
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
  expect(await notes()).toBe(1)
  expect(await daysOf(CustomerId)).toEqual([
    ['2026-11-01', '100.00', 0, null],
    ['2026-11-03', '200.00', 2, 2],
  ])
  await agree()
})

test('days are made as of one moment only', async () => {
  await sell((await member(app.db)).MembershipNo, '2026-11-01', 10_000)
  await expect(app.sql('select make_purchase_days(1)')).rejects.toThrow('as of one moment')
})

describe('the proof finds', () => {
  let CustomerId: number
  beforeEach(async () => {
    const one = await member(app.db)
    CustomerId = one.CustomerId
    await sell(one.MembershipNo, '2026-11-01', 10_000)
    await sell(one.MembershipNo, '2026-11-08', 20_000)
    await agree()
  })

  test.each([
    ['another amount', 'Purchase day', 'update purchase_day set kept = kept + 5', '200', '205'],
    ['a day that is missing', 'Purchase day', 'delete from purchase_day', '200', '0'],
    ['another time before it', 'Days since last purchase', 'update purchase_day set since_previous = 6', '7', '6'],
    ['another beginning', 'Days since first purchase', 'update purchase_day set since_first = 8', '7', '8'],
  ] as const)('%s, by its name, customer and day', async (_, CheckName, change, Expected, Found) => {
    await app.sql(`${change} where customer_id = $1 and business_date = '2026-11-08'`, CustomerId)
    await prove(jobContext(app))
    const { rows } = (await app.call(listDifferences, { Search: { CheckName } }, hq)).body
    expect(rows).toMatchObject([{ CheckName, Reference: `${CustomerId} 2026-11-08`, Expected, Found }])
    // Noted once more, they are made again as they should be.
    await app.sql('insert into purchase_change (customer_id) values ($1)', CustomerId)
    await agree()
  })
})

describe('whatever is done in whatever order', () => {
  // The lines for reports, which tests/sold-lines.test.ts is about, are looked at after every move too.
  const DAYS = ['2026-11-21', '2026-11-20', '2026-11-05', '2026-10-31', '2026-03-10', '2025-10-02', '2024-12-15']
  test.each(runSize({ quick: [1, 2], full: [1, 2, 3, 4, 5, 6] }))(
    'what is read and what is kept agree with the sales after every move of sequence %i',
    async (seed) => {
      const random = randomFrom(seed)
      const people = [await member(app.db), await member(app.db), await member(app.db)]
      const sold: string[] = []
      const walkIns: string[] = []
      const did: string[] = []
      for (let step = 0; step < 30; step++) {
        const who = random.pick(people).MembershipNo
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
        const one = sold.length > 0 ? random.pick(sold) : undefined
        const walkIn = walkIns.length > 0 ? random.pick(walkIns) : undefined
        did.push(`${kind} ${one} ${walkIn}`)
        // What may not be done is refused, and changes nothing.
        if (kind === 'sell')
          sold.push(
            await sell(
              who,
              random.pick(DAYS),
              random.pick([0, random.from(1, 90_000)]),
              random.pick([0, random.from(1, 90_000)]),
            ),
          )
        if (kind === 'walkIn') walkIns.push(await sell(null, random.pick(DAYS.slice(0, 3)), random.from(1, 90_000)))
        if (kind === 'cancel' && one) await moves.cancel(one, [])
        if (kind === 'part' && one) await moves.cancel(one, [{ line: random.from(1, 2), quantity: 1 }])
        if (kind === 'add' && one) await moves.add(one, { cents: random.pick([0, random.from(1, 9_000)]), quantity: 1 })
        if (kind === 'give' && walkIn) await moves.assign(walkIn, who)
        if (kind === 'take' && walkIn) await moves.unassign(walkIn)
        if (kind === 'merge' && people.length > 1) await merge(people[0]!, people.pop()!)
        if (kind === 'make') await made()
        expect({ did, read: await rowsOf(READ) }).toEqual({ did, read: await rowsOf(SAID) })
        expect(await app.sql('select * from sold_differences()')).toEqual([])
      }
      await made()
      expect(await rowsOf(KEPT)).toEqual(expect.arrayContaining(await rowsOf(SAID)))
      expect((await prove(jobContext(app))).Differences).toBe(0)
    },
  )
})
