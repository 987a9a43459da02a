import { beforeAll, expect, test } from 'vitest'
import { customerAnalysisReport } from '#areas/reports/customer-analysis/contract.ts'
import { customerPerformanceReport } from '#areas/reports/customer-performance/contract.ts'
import { customerTransactionReport } from '#areas/reports/customer-transaction/contract.ts'
import { memberSalesReport } from '#areas/reports/member-sales/contract.ts'
import { productSalesReport } from '#areas/reports/product-sales/contract.ts'
import { purchaseGapsReport } from '#areas/reports/purchase-gaps/contract.ts'
import { repeatCustomerReport } from '#areas/reports/repeat-customer/contract.ts'
import { repeatDaysReport } from '#areas/reports/repeat-days/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { campaign } from './factories/campaigns.ts'
import { run } from './factories/reports.ts'
import { addEarningRules, cardCategory, companyBrands, member } from './factories/sales.ts'
import { systemWith, useApp } from './harness.ts'
import { randomFrom } from './ledger/random.ts'

// Reports that show the same figure agree after any sales, returns and awards.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const till = systemWith('sales:write', 'sales:cancel')
beforeAll(async () => {
  await addEarningRules(app.db)
  await cardCategory(app.db, 'SILVER')
  await companyBrands(app.db, ['Aurelia', 'Celeste'], 'Active')
  await campaign(app, { AwardPointYN: 'Y', AwardPoint: 40, MinimumPurchase: '200', StartDate: '2020-01-01' })
  await campaign(app, { AwardPointYN: 'Y', Multiplier: '1.5', StartDate: '2020-01-01' })
})

const cents = (amount: string | null) => Math.round(Number(amount ?? 0) * 100)
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
const shareOf = (rows: readonly { Share: string | null }[]) =>
  sum(rows.map(({ Share }) => Math.round(Number(Share) * 10)))
const DAYS = ['2026-11-20', '2026-11-12', '2026-11-05', '2026-10-03']

test.each([1, 2, 3])(
  'a figure that several reports show is the same in all of them, in random history %i',
  async (seed) => {
    const random = randomFrom(seed)
    const year = 2020 + seed
    const moved = (day: string) => day.replace('2026', String(year))
    const range = { DateFrom: `${year}-01-01`, DateTo: `${year}-12-31` }
    const people = await Promise.all(Array.from({ length: 7 }, () => member(app.db)))
    const invoices: string[] = []
    const enter = (sale: object) => app.call(addTransaction, { OutletCode: 'KLCC', ...sale } as never, till)
    for (let step = 0; step < 40; step++) {
      const kind = random.weighted({ sell: 6, back: 3 })
      if (kind === 'back' && invoices.length > 0) {
        const Details = random.pick([
          undefined,
          [{ OldSequenceNo: 1 }],
          [{ OldSequenceNo: random.from(1, 2), Quantity: '0.333' }],
        ])
        // A return of more than the remaining pieces is refused, and changes nothing.
        await enter({
          TransactionType: 'C',
          OriginalInvoiceNo: random.pick(invoices),
          PerformedAt: `${year}-12-${random.from(10, 20)}T12:00:00`,
          Details,
        })
        continue
      }
      const InvoiceNo = `AGREE${seed}-${step}`
      const Details = Array.from({ length: random.from(1, 3) }, () => {
        const price = random.pick([0, random.from(1, 999), random.from(10_000, 50_000)])
        const Quantity = random.pick(['1', '2', '0.333', '1.5'])
        const most = Math.floor((price * Number(Quantity)) / 2)
        return {
          ...{ Brand: random.pick(['Aurelia', 'Celeste']), UnitPrice: (price / 100).toFixed(2), Quantity },
          ...{ Discount: (random.from(0, most) / 100).toFixed(2), Tax: (random.from(0, 300) / 100).toFixed(2) },
        }
      })
      const { MembershipNo } = random.pick(people.slice(0, 6))
      const { status } = await enter({
        TransactionType: 'N',
        InvoiceNo,
        MembershipNo,
        Details,
        PerformedAt: `${moved(random.pick(DAYS))}T12:00:00`,
        // A till may send a total that differs from the sum of its lines.
        ...(random.chance(0.3) && { TotalAmount: random.pick(['0.01', '99999.00']) }),
      })
      expect(status).toBe(201)
      invoices.push(InvoiceNo)
    }

    const dates = { TransactionDateFrom: range.DateFrom, TransactionDateTo: range.DateTo, Rows: 1000 }
    const sales = await run(app, customerTransactionReport, dates)
    const performance = await run(app, customerPerformanceReport, { ...range, Rows: 1000 })
    const goods = await run(app, productSalesReport, range)
    const months = await run(app, memberSalesReport, range)
    const analysis = (more: object) =>
      run(app, customerAnalysisReport, { ...range, ReportOption: 'Sales Analysis', ...more })
    const groups = await analysis({ AnalysisType: 'Age' })
    const each = await analysis({ AnalysisType: 'Gender', ReportType: 'Detail', Rows: 1000 })
    const visits = await run(app, repeatCustomerReport, { ...range, Rows: 1000 })
    const days = await run(app, repeatDaysReport, range)
    const gaps = await run(app, purchaseGapsReport, range)

    const amounts = [sales, performance, goods].flatMap(({ rows, Totals }) => [...rows, Totals])
    for (const { Gross, Discount, Returns, Net } of amounts)
      expect(cents(Gross) - cents(Discount) - cents(Returns)).toBe(cents(Net))
    const net = sales.Totals.Net
    for (const { Totals } of [performance, goods, months]) expect(Totals.Net).toBe(net)
    for (const { Totals } of [groups, each]) expect(Totals.Sales).toBe(net)
    expect([performance.Totals.Gross, goods.Totals.Gross]).toEqual([sales.Totals.Gross, sales.Totals.Gross])
    expect([performance.Totals.Discount, goods.Totals.Discount]).toEqual([sales.Totals.Discount, sales.Totals.Discount])
    expect([performance.Totals.Returns, goods.Totals.Returns]).toEqual([sales.Totals.Returns, sales.Totals.Returns])
    const thousandths = (pieces: string) => Math.round(Number(pieces) * 1000)
    expect(sum(performance.rows.map(({ Items }) => thousandths(Items)))).toBe(thousandths(goods.Totals.Quantity))

    const [ledger] = await app.sql<{ earned: number; reversed: number }>(
      `select coalesce(sum(points) filter (where transaction_type in ('Earn', 'Bonus')), 0)::int as earned,
       coalesce(-sum(points) filter (where transaction_type = 'Reversal'), 0)::int as reversed
     from point_history where membership_no = any($1::text[])`,
      people.map(({ MembershipNo }) => MembershipNo),
    )
    for (const { Totals } of [sales, performance, months])
      expect([Totals.PointsEarned, Totals.PointsReversed]).toEqual([ledger!.earned, ledger!.reversed])
    for (const rows of [performance.rows, months.rows])
      expect([sum(rows.map((row) => row.PointsEarned)), sum(rows.map((row) => row.PointsReversed))]).toEqual([
        ledger!.earned,
        ledger!.reversed,
      ])

    const buyers = months.Totals.BuyingMembers
    expect([
      performance.Totals.Members,
      groups.Totals.Total,
      each.Totals.Total,
      visits.Totals.Buyers,
      days.Totals.Buyers,
    ]).toEqual(Array(5).fill(buyers))
    expect(visits.Totals.Repeaters).toBe(days.Totals.Repeaters)

    const filled = [groups, each, performance, days, gaps].map(({ rows }) => rows).filter((rows) => rows.length > 0)
    expect(filled.map(shareOf)).toEqual(filled.map(() => 1000))
  },
  120_000,
)
