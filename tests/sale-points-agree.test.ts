import { isDeepStrictEqual } from 'node:util'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { SalePoints } from '#areas/customers/contract/sale-points.ts'
import { customerTimeline, type TimelineEntry } from '#areas/customers/contract/timeline.ts'
import texts from '#areas/customers/web/texts.json' with { type: 'json' }
import { useTimelineItemRenderer } from '#areas/customers/web/view/feed-items.tsx'
import { addTemplate, findCustomerMessages } from '#areas/messages/contract.ts'
import { explainPoints, getPointStatement, redeemPoints } from '#areas/points/contract.ts'
import { salePartsByFirstMovement } from '#areas/points/web/statement/Movements.tsx'
import { recentSales } from '#areas/sales/contract/recent-sales.ts'
import { addTransaction, addTransactionDetail, getSale } from '#areas/sales/contract.ts'
import { toSmallestUnits, unitsToAmount } from '#areas/sales/web/amounts.ts'
import { remainingPointsOfSale } from '#areas/sales/web/counter/RecentSalesCard.tsx'
import { SaleSavedView } from '#areas/sales/web/entry/SaleDone.tsx'
import { PrintedSaleSlip } from '#areas/sales/web/entry/Slip.tsx'
import type { SavedSale } from '#areas/sales/web/entry/useSaleEntry.ts'
import { TransactionAmounts } from '#areas/sales/web/one/Amounts.tsx'
import { addTexts } from '#kit/web/text-store.ts'
import { campaign } from './factories/campaigns.ts'
import {
  addEarningRules,
  cardCategory,
  checkLedger,
  companyBrands,
  createPointRate,
  member,
} from './factories/sales.ts'
import { hq, staffWith, systemWith, useApp } from './harness.ts'
import { randomFrom } from './ledger/random.ts'

// Eight places show the points of a sale, and each shows the parts and the total that are in the ledger.
// They are the page after a sale, the sale's page, timeline, counter, statement, explanation, slip and message.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const till = systemWith('sales:write', 'sales:cancel')
const counter = staffWith({ roles: ['Customer Transaction', 'Customer', 'Redeem Rewards'] })

/** Points for each RM 10, by brand. */
const rates = { Aurelia: 1, Celeste: 1.5 }
const names = { POINTS: 'Forty more', TIMES: 'Half as much again', BRIDAL: 'Bridal season' }

beforeAll(async () => {
  addTexts('en', { customers: { salePoints: english(texts.salePoints) } })
  await addEarningRules(app.db)
  await cardCategory(app.db, 'SILVER')
  await companyBrands(app.db, Object.keys(rates), 'Active')
  await createPointRate(app.db, 'Celeste', '1.5')
  const always = { AwardPointYN: 'Y' as const }
  await campaign(app, {
    ...always,
    CampaignCode: 'POINTS',
    CampaignName: names.POINTS,
    AwardPoint: 40,
    MinimumPurchase: '300',
  })
  await campaign(app, { ...always, CampaignCode: 'TIMES', CampaignName: names.TIMES, Multiplier: '1.5' })
  const { CampaignCode } = await campaign(app, {
    ...always,
    CampaignCode: 'BRIDAL',
    CampaignName: names.BRIDAL,
    Multiplier: '2',
  })
  await app.sql(
    `insert into campaign_object (campaign_code, object_code, object_value) values ($1, 'Brand', 'Celeste')`,
    CampaignCode,
  )
  await app.sql(`update campaign set status = 'Active'`)
})

const english = (group: Record<string, { en: string }>) =>
  Object.fromEntries(Object.entries(group).map(([key, { en }]) => [key, en]))

/** Returns the figures that a place should show: each part that is not zero, and the total of several parts. */
type Figures = { parts: Record<string, number>; total: number; pending: number }

/** Reads the figures from the ledger and from the sale's lines, without functions of the product. */
async function booked(InvoiceNo: string): Promise<{ figures: Figures; exact: string }> {
  const [sale] = await app.sql<{
    earned: number
    reversed: number
    exact: string
    pending: number
    bonuses: Record<string, number>
  }>(
    `select sale.approval_status = 'Pending' as waits,
       coalesce((select sum(points) from point_history where transaction_id = sale.transaction_id and transaction_type = 'Earn'), 0)::int as earned,
       coalesce((select -sum(points) from point_history join transaction_summary back using (transaction_id)
         where back.original_transaction_id = sale.transaction_id and point_history.transaction_type = 'Reversal'), 0)::int as reversed,
       coalesce((select jsonb_object_agg(object_value, points) from (
         select object_value, sum(points) as points from point_history where transaction_id = sale.transaction_id and transaction_type = 'Bonus' group by 1) added),
         '{}') as bonuses,
       (select sum(net_amount / 10 * case brand when 'Celeste' then 1.5 else 1 end)::text from transaction_detail where transaction_id = sale.transaction_id) as exact,
       case when sale.approval_status = 'Pending' then
         (select floor(sum(net_amount / 10)) from transaction_detail where transaction_id = sale.transaction_id) else 0 end::int as pending
     from transaction_summary sale where sale.invoice_no = $1 and sale.transaction_type = 'N'`,
    InvoiceNo,
  )
  const { earned, reversed, bonuses, pending, exact } = sale!
  const named = Object.entries(bonuses).map(([code, points]) => [names[code as keyof typeof names], points])
  const parts: Record<string, number> = { 'Base points': earned, ...Object.fromEntries(named), Returned: -reversed }
  return { figures: { parts: withoutZeros(parts), total: sum(Object.values(parts)), pending }, exact }
}

const withoutZeros = (parts: Record<string, number>) =>
  Object.fromEntries(Object.entries(parts).filter(([, points]) => points !== 0))

const figuresOf = ({ Earned, Bonuses, Reversed, Total, Pending }: SalePoints): Figures => ({
  parts: withoutZeros({
    'Base points': Earned,
    ...Object.fromEntries(Bonuses.map(({ Name, Points }) => [Name, Points])),
    Returned: -Reversed,
  }),
  total: Total,
  pending: Pending,
})

const numberIn = (text: string) => Number(text.replace(/−/, '-').replace(/[+,]/g, ''))
const plain = (html: string) => html.replace(/<[^>]*>/g, '')
const drawn = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(MemoryRouter, null, createElement(component, props)),
    ),
  )

/** Reads the figures from labelled values: `<dt>Base points</dt><dd>+544</dd>`. */
const figuresInTerms = (html: string) =>
  figuresIn(
    [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, label, value]) => [
      plain(label!),
      plain(value!),
    ]),
  )
/** Reads the figures from a line of text: 'Base points +544 · Bridal season +194'. */
const figuresInLine = (line: string) =>
  figuresIn(line.split(' · ').map((part) => [part.replace(/ [+−]?[\d,]+$/, ''), part.slice(part.lastIndexOf(' ') + 1)]))

function figuresIn(pairs: readonly (readonly [string, string])[]): Figures {
  const figures = new Map(pairs.map(([label, value]) => [label, numberIn(value)]))
  const only = figures.get('Points earned')
  const labels = ['Base points', 'Returned', ...Object.values(names)]
  const parts = Object.fromEntries(
    labels.flatMap((label) => (figures.has(label) ? [[label, figures.get(label)!]] : [])),
  )
  return {
    parts: withoutZeros(only === undefined ? parts : { 'Base points': only }),
    total: figures.get('Total points') ?? only ?? 0,
    pending: figures.get('Points pending approval') ?? 0,
  }
}

/** An entry of the timeline as it is drawn. */
const Entry = ({ entry }: { entry: TimelineEntry }) => createElement('div', null, useTimelineItemRenderer()(entry).side)

const MESSAGE =
  '<p>{{ SaleInvoiceNo }} | Base points {{ SaleBasePoints }} · {% for bonus in SaleBonuses %}{{ bonus.BonusName }} {{ bonus.BonusPoints }} · {% endfor %}' +
  'Returned {{ SaleReturnedPoints }} · Total points {{ SalePoints }} · Points pending approval {{ SalePendingPoints }}|</p>'

type Check = { place: string; shown: unknown; expected: unknown }
type Person = Awaited<ReturnType<typeof member>>

/** Reads the figures of the page after a sale and of its slip. */
async function checksOfPosted(reply: SavedSale): Promise<Check[]> {
  const { figures } = await booked(reply.InvoiceNo)
  const page = drawn(SaleSavedView, { sale: reply, onNext: () => {} }).split('sales-slip')[0]!
  const expected = visible(figures)
  const hero = plain(/carat-hero">(.*?)<small/.exec(page)![1]!).trim()
  return [
    { place: 'success page', shown: figuresInTerms(page), expected },
    { place: 'success page, large', shown: hero, expected: signed(figures.pending || figures.total) },
    { place: 'slip', shown: figuresInTerms(drawn(PrintedSaleSlip, { sale: reply })), expected },
  ]
}

/** Reads the figures of the places that show a sale after its entry. */
async function checksOfSale(InvoiceNo: string, person: Person): Promise<Check[]> {
  const { figures, exact } = await booked(InvoiceNo)
  const { body: sale } = await app.call(getSale, { InvoiceNo }, hq)
  const { Lines, ...points } = sale.SalePoints
  const checks: Check[] = [
    {
      place: 'sale page',
      shown: figuresInTerms(drawn(TransactionAmounts, { transaction: sale })),
      expected: visible(figures),
    },
    {
      place: 'sale page, lines',
      shown: Lines.map(({ SequenceNo, Points }) => [SequenceNo, Points]),
      expected: sale.Details.map(({ SequenceNo, PointsEarned }) => [SequenceNo, PointsEarned]),
    },
  ]
  // A sale that waits for approval appears in no other place.
  if (figures.pending > 0) return checks
  const micro = (exact: string | null) => toSmallestUnits(exact, 6)
  return [
    ...checks,
    { place: 'lines', shown: sum(Lines.map(({ Points }) => Points)), expected: points.Earned },
    { place: 'exact', shown: micro(points.Exact), expected: micro(exact) },
    { place: 'rounding', shown: micro(points.Rounding), expected: micro(`${points.Earned}`) - micro(exact) },
    ...(await checksOfTimeline(InvoiceNo, person, figures)),
    ...(await checksOfCounter(InvoiceNo, person, figures)),
    ...(await checksOfLedger(InvoiceNo, person, figures)),
  ]
}

async function checksOfTimeline(InvoiceNo: string, { CustomerId }: Person, figures: Figures): Promise<Check[]> {
  const feed = (await app.call(customerTimeline, { Search: { CustomerId }, Rows: 100 } as never, hq)).body.rows
  const pointFeed = (
    await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Points' }, Rows: 100 } as never, hq)
  ).body.rows
  const entry = feed.find(({ Kind, Subject }) => Kind === 'Sale' && Subject === InvoiceNo)!
  const { Returned = 0, 'Base points': earned = 0, ...bonuses } = figures.parts
  const returns = entry.Returns ?? []
  // Matches texts such as 'MYR 4,799.90', '+738 points', 'of which Bridal season +194 and Forty more +40', '350 left'.
  const text = plain(drawn(Entry, { entry }).replace(/<\/(div|span)>/g, '\n')).replace(/\s+/g, ' ')
  const awarded = earned + sum(Object.values(bonuses))
  const named = Object.entries(bonuses).map(([name, points]) => `${name} ${signed(points)}`)
  const movedAlone = feed.filter(
    ({ Kind, Subject }) => Kind === 'Points' && ['Earn', 'Bonus', 'Reversal'].includes(Subject),
  )
  return [
    { place: 'timeline', shown: entry.SalePoints && figuresOf(entry.SalePoints), expected: figures },
    {
      place: 'timeline, awarded',
      shown: Number(/([+−][\d,]+) (?!and)/.exec(text)?.[1]?.replace(/[+,]/g, '') ?? 0),
      expected: awarded,
    },
    { place: 'timeline, bonuses', shown: named.filter((name) => !text.includes(name)), expected: [] },
    {
      place: 'timeline, left',
      shown: / ([−\d,]+) left/.exec(text)?.[1],
      expected: Returned === 0 ? undefined : signed(figures.total).replace('+', ''),
    },
    { place: 'timeline, returns', shown: sum(returns.map(({ Points }) => Points)), expected: Returned },
    { place: 'timeline, amounts', shown: returns.filter(({ Amount }) => Number(Amount) > 0), expected: [] },
    { place: 'timeline, one entry for each event', shown: movedAlone, expected: [] },
    {
      place: 'timeline of points, bonuses within their purchase',
      shown: pointFeed.filter(({ Subject }) => Subject === 'Bonus'),
      expected: [],
    },
    {
      place: 'timeline of points, awarded',
      shown: sum(pointFeed.map(({ Subject, Points }) => (Subject === 'Earn' ? Points! : 0))),
      expected: sum(feed.map(({ Kind, SalePoints }) => (Kind === 'Sale' ? SalePoints!.Awarded : 0))),
    },
  ]
}

async function checksOfCounter(InvoiceNo: string, { MembershipNo }: Person, figures: Figures): Promise<Check[]> {
  const { Sales } = (await app.call(recentSales, { MembershipNo }, hq)).body
  return Sales.filter((sale) => sale.InvoiceNo === InvoiceNo).flatMap((sale) => {
    const { total, note } = remainingPointsOfSale(sale)
    const parts = note ? figuresInLine(note).parts : withoutZeros({ 'Base points': total })
    return [
      { place: 'counter', shown: { parts, total, pending: 0 }, expected: figures },
      { place: 'counter, points', shown: sale.Points, expected: figures.total },
    ]
  })
}

/** Reads the statement and the explanation, with the entries that each shows. */
async function checksOfLedger(InvoiceNo: string, { MembershipNo }: Person, figures: Figures): Promise<Check[]> {
  const { rows } = (await app.call(getPointStatement, { MembershipNo, Rows: 1000 } as never, hq)).body
  const [first, ...others] = rows.filter(
    (row) => row.InvoiceNo === InvoiceNo && ['Earn', 'Bonus'].includes(row.TransactionType),
  )
  const notes = salePartsByFirstMovement(rows)
  const note = first && notes.get(first.HistoryId)
  const whole = sum([first, ...others].map((row) => row?.Points ?? 0))
  const awarded = sum(Object.entries(figures.parts).map(([name, points]) => (name === 'Returned' ? 0 : points)))
  const explained = (await app.call(explainPoints, { MembershipNo, InvoiceNo, UsedYN: 'Y' } as never, hq)).body
  return [
    {
      place: 'statement',
      shown: note ? figuresInLine(note) : { parts: withoutZeros({ 'Base points': whole }), total: whole, pending: 0 },
      expected: figures,
    },
    { place: 'statement, movements', shown: whole, expected: awarded },
    {
      place: 'statement, without duplicates',
      shown: others.filter(({ HistoryId }) => notes.has(HistoryId)),
      expected: [],
    },
    { place: 'explanation', shown: explained.SalePoints && figuresOf(explained.SalePoints), expected: figures },
    { place: 'explanation, lots', shown: sum(explained.rows.map(({ PointAmount }) => PointAmount)), expected: awarded },
  ]
}

/** Reads the figures of the message about the last purchase. */
async function checksOfMessage(TemplateId: number, { CustomerId }: Person, InvoiceNo: string): Promise<Check[]> {
  const { figures } = await booked(InvoiceNo)
  const { body } = await app.call(findCustomerMessages, { TemplateId, CustomerId: [CustomerId] } as never, hq)
  const [, about, line = ''] = /<p[^>]*>(\S+) \| (.*?)\|<\/p>/.exec(body.rows[0]!.Html!) ?? []
  const lineFigures = figuresInLine(line)
  return [
    { place: 'message, number', shown: about, expected: InvoiceNo },
    {
      place: 'message',
      shown: { ...lineFigures, parts: { ...lineFigures.parts, ...negated(lineFigures.parts, 'Returned') } },
      expected: figures,
    },
  ]
}

const negated = (parts: Record<string, number>, name: string) => (parts[name] ? { [name]: -parts[name] } : {})

const different = (checks: readonly Check[]) =>
  checks.filter(({ shown, expected }) => !isDeepStrictEqual(shown, expected))

test.each([1, 2, 3])(
  'sale points: all eight screens and calls show the same parts and total as the ledger in random history %i',
  async (seed) => {
    const random = randomFrom(seed)
    const people = await Promise.all(Array.from({ length: 3 }, () => member(app.db)))
    const template = await app.call(
      addTemplate,
      { Name: `Points ${seed}`, Status: 'Active', Texts: [{ Language: 'en', Subject: 'Points', Body: MESSAGE }] },
      hq,
    )
    const sales: { InvoiceNo: string; person: Person; lines: number }[] = []
    const line = () => {
      const price = random.pick([random.from(1, 9_999), random.from(10_000, 90_000), random.from(30_000, 500_000)])
      const Quantity = random.pick(['1', '1', '2', '1.5'])
      return { Brand: random.pick(['Aurelia', 'Celeste']), UnitPrice: unitsToAmount(BigInt(price)), Quantity }
    }

    /** Redeems half of the points, so that a return reverses more than the remaining points. */
    async function spend({ MembershipNo }: Person, step: number) {
      const { points } = await checkLedger(app.db, MembershipNo)
      const redemption = { MembershipNo, Points: Math.max(1, Math.ceil(points / 2)), ObjectType: 'Reward' }
      await app.call(redeemPoints, { ...redemption, ObjectValue: `${seed}-${step}` }, counter)
      return []
    }

    /** Returns pieces; a return of more than the remaining pieces is refused and changes nothing. */
    async function returnPieces() {
      const { InvoiceNo, person, lines } = random.pick(sales)
      const one = { OldSequenceNo: random.from(1, lines) }
      const Details = random.pick([undefined, [one], [{ ...one, Quantity: random.pick(['0.5', '0.333']) }]])
      const back = { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo, OutletCode: 'KLCC', Details }
      await app.call(addTransaction, back as never, till)
      return checksOfSale(InvoiceNo, person)
    }

    /** A sale with a return accepts no further lines. */
    async function addLater() {
      const sale = random.pick(sales)
      const { status } = await app.call(addTransactionDetail, { InvoiceNo: sale.InvoiceNo, ...line() } as never, till)
      if (status === 201) sale.lines++
      return checksOfSale(sale.InvoiceNo, sale.person)
    }

    async function sell(person: Person, step: number, waits: boolean) {
      const Details = waits
        ? [{ Brand: 'Aurelia', UnitPrice: `${random.from(700_000, 900_000)}.55` }]
        : Array.from({ length: random.from(1, 4) }, line)
      const sale = { TransactionType: 'N', OutletCode: 'KLCC', MembershipNo: person.MembershipNo, Details }
      // Sets a document total that leaves room for later lines.
      const head = { InvoiceNo: `PTS${seed}-${step}`, ...(!waits && { TotalAmount: '99999.00' }) }
      const { body } = await app.call(addTransaction, { ...sale, ...head } as never, waits ? counter : till)
      if (!waits) sales.push({ InvoiceNo: body.InvoiceNo, person, lines: Details.length })
      return [
        ...(await checksOfPosted(body)),
        ...(await checksOfSale(body.InvoiceNo, person)),
        ...(await checksOfMessage(template.body.TemplateId, person, body.InvoiceNo)),
      ]
    }

    for (let step = 0; step < 20; step++) {
      const person = random.pick(people)
      const kind = sales.length === 0 ? 'sell' : random.weighted({ sell: 5, late: 3, back: 5, spend: 1, waits: 1 })
      const acts = {
        sell: () => sell(person, step, false),
        waits: () => sell(person, step, true),
        late: addLater,
        back: returnPieces,
        spend: () => spend(person, step),
      }
      const differences = different(await acts[kind]())
      expect({ step, kind, differences }).toEqual({ step, kind, differences: [] })
    }
    const differences = []
    for (const { InvoiceNo, person } of sales) differences.push(...different(await checksOfSale(InvoiceNo, person)))
    expect(differences).toEqual([])
  },
)

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
const signed = (points: number) => `${points > 0 ? '+' : ''}${points.toLocaleString('en').replace('-', '−')}`

/** Returns the figures of a list of parts; for a sale that waits for approval, only the expected points. */
const visible = ({ parts, total, pending }: Figures): Figures => ({ parts, total: pending > 0 ? 0 : total, pending })
