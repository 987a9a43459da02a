import type { Document } from './file.ts'

// Computes expected report results from the file alone.

export type ReportPeriod = { from: string; until: string }
export type Row = Record<string, unknown>
/** The rows of a report by key, and its totals. */
export type ExpectedReport = { rows: Map<string, Row>; totals: Row }

export const formatCents = (cents: number) => {
  const digits = Math.abs(cents).toString().padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/** Rounds half away from zero. */
const rounded = (part: number, by: number) =>
  Math.sign(part / by) * Math.floor((2 * Math.abs(part) + Math.abs(by)) / (2 * Math.abs(by)))
const oneDecimal = (part: number, by: number) => {
  const tenths = rounded(part * 10, by)
  return `${tenths < 0 ? '-' : ''}${Math.trunc(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10}`
}
/** Returns percentages rounded by the largest remainder method. Ties go to the first part. */
function shares(parts: readonly number[]): string[] {
  const whole = sum(parts, (part) => part)
  const tenths = parts.map((part) => Math.floor((part * 1000) / whole))
  const remainder = (index: number) => (parts[index]! * 1000) % whole
  const over = 1000 - sum(tenths, (part) => part)
  const byRemainder = parts.map((_, index) => index).sort((a, b) => remainder(b) - remainder(a) || a - b)
  for (const index of byRemainder.slice(0, over)) tenths[index]!++
  return tenths.map((part) => `${Math.trunc(part / 10)}.${part % 10}`)
}
const percent = (part: number, whole: number) => (whole === 0 ? null : oneDecimal(part * 100, whole))
const sum = <Of>(all: Iterable<Of>, of: (one: Of) => number) => {
  let total = 0
  for (const item of all) total += of(item)
  return total
}
const days = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000

const within = (documents: readonly Document[], { from, until }: ReportPeriod) =>
  documents.filter(({ day }) => day >= from && day <= until)
const somethingLeft = ({ lines }: Document) => lines.some(({ quantity, taken }) => taken < Math.abs(quantity))

function byKey<Of>(all: readonly Of[], key: (one: Of) => string | null) {
  const groups = new Map<string, Of[]>()
  for (const item of all) {
    const of = key(item)
    if (of === null) continue
    const group = groups.get(of)
    if (group) group.push(item)
    else groups.set(of, [item])
  }
  return groups
}

/** The report Customer Transaction: each sale to a customer and each cancellation. */
export function expectedTransactions(
  documents: readonly Document[],
  span: ReportPeriod,
  withoutCancelled = false,
): ExpectedReport {
  const selected = within(documents, span).filter(
    (one) => one.customer !== null && (!withoutCancelled || (one.type === 'N' && somethingLeft(one))),
  )
  const rows = new Map(
    selected.map((one) => {
      const originals = new Set(one.lines.flatMap(({ of }) => (of ? [of.document.invoice] : [])))
      return [
        one.invoice,
        {
          TransactionType: one.type,
          At: one.at,
          Customer: one.customer,
          OriginalInvoiceNo: originals.size === 1 ? [...originals][0] : null,
          Lines: one.lines.length,
          Gross: formatCents(one.type === 'N' ? one.net : 0),
          Discount: '0.00',
          Returns: formatCents(one.type === 'C' ? -one.net : 0),
          Net: formatCents(one.net),
        },
      ]
    }),
  )
  const netOf = (type: string) => sum(selected, (one) => (one.type === type ? one.net : 0))
  const count = (type: string) => selected.filter((one) => one.type === type).length
  return {
    rows,
    totals: {
      Sales: count('N'),
      Cancellations: count('C'),
      Net: formatCents(netOf('N') + netOf('C')),
      Gross: formatCents(netOf('N')),
      Discount: '0.00',
      Returns: formatCents(-netOf('C')),
    },
  }
}

/** The report Repeat Customer Analysis: customers by number of purchases. */
export function expectedRepeatCustomers(documents: readonly Document[], span: ReportPeriod): ExpectedReport {
  const rows = new Map<string, Row>()
  const visits: number[] = []
  let net = 0
  for (const [customer, ownDocuments] of byKey(within(documents, span), (one) => one.customer)) {
    const purchases = ownDocuments.filter((one) => one.type === 'N' && somethingLeft(one))
    if (purchases.length === 0) continue
    const of = sum(ownDocuments, (one) => one.net)
    const [first, last] = [purchases[0]!.day, purchases.at(-1)!.day]
    const count = new Set(purchases.map(({ day }) => day)).size
    visits.push(count)
    net += of
    rows.set(customer, {
      Visits: count,
      FirstPurchase: first,
      LastPurchase: last,
      AverageDays: count > 1 ? oneDecimal(days(first, last), count - 1) : null,
      Net: formatCents(of),
      Average: formatCents(rounded(of, count)),
    })
  }
  const times = (is: (count: number) => boolean) => visits.filter(is).length
  return {
    rows,
    totals: {
      Buyers: visits.length,
      Repeaters: times((count) => count > 1),
      RepeatRate: percent(
        times((count) => count > 1),
        visits.length,
      ),
      Once: times((count) => count === 1),
      Twice: times((count) => count === 2),
      ThreeTimes: times((count) => count === 3),
      MoreOften: times((count) => count > 3),
      Net: formatCents(net),
    },
  }
}

/** The report Customer Performance: sales by customer with rank. */
export function expectedPerformance(documents: readonly Document[], span: ReportPeriod): ExpectedReport {
  const all = [...byKey(within(documents, span), (one) => one.customer)].map(([customer, ownDocuments]) => {
    const purchases = ownDocuments.filter((one) => one.type === 'N' && somethingLeft(one))
    const of = (type: string) => sum(ownDocuments, (one) => (one.type === type ? one.net : 0))
    return {
      customer,
      invoices: purchases.length,
      last: purchases.at(-1)?.day ?? null,
      returns: -of('C'),
      net: of('N') + of('C'),
    }
  })
  all.sort((a, b) => b.net - a.net)
  const net = sum(all, (one) => one.net)
  const rows = new Map<string, Row>()
  let rank = 1
  all.forEach((one, index) => {
    if (index > 0 && one.net < all[index - 1]!.net) rank = index + 1
    rows.set(one.customer, {
      Rank: rank,
      Invoices: one.invoices,
      Gross: formatCents(one.net + one.returns),
      Discount: '0.00',
      Returns: formatCents(one.returns),
      Net: formatCents(one.net),
      Average: one.invoices > 0 ? formatCents(rounded(one.net, one.invoices)) : null,
      LastPurchase: one.last,
    })
  })
  return {
    rows,
    totals: {
      Members: all.filter(({ invoices }) => invoices > 0).length,
      Invoices: sum(all, (one) => one.invoices),
      Gross: formatCents(net + sum(all, (one) => one.returns)),
      Discount: '0.00',
      Returns: formatCents(sum(all, (one) => one.returns)),
      Net: formatCents(net),
    },
  }
}

/** The report Product Sales: sales and returns of members and walk-ins, by month or brand. */
export function expectedProducts(
  documents: readonly Document[],
  span: ReportPeriod,
  keyOf: (one: Document) => string,
): ExpectedReport {
  const figuresOf = (groupDocuments: readonly Document[]) => {
    const of = (type: string) => sum(groupDocuments, (one) => (one.type === type ? one.net : 0))
    const net = of('N') + of('C')
    return {
      Quantity: String(sum(groupDocuments, ({ lines }) => sum(lines, ({ quantity }) => quantity))),
      Gross: formatCents(of('N')),
      Discount: '0.00',
      Returns: formatCents(-of('C')),
      Net: formatCents(net),
      MemberShare: percent(
        sum(groupDocuments, (one) => (one.customer === null ? 0 : one.net)),
        net,
      ),
      ReturnRate: percent(-of('C'), of('N')),
    }
  }
  const selected = within(documents, span)
  const rows = new Map(
    [...byKey(selected, keyOf)].map(([key, members]) => {
      const Customers = new Set(
        members.flatMap((one) => (one.type === 'N' && one.customer !== null && somethingLeft(one) ? one.customer : [])),
      ).size
      return [key, { ...figuresOf(members), Customers }]
    }),
  )
  return { rows, totals: figuresOf(selected) }
}

type PurchaseDay = { customer: string; day: string; netAfterReturns: number; hasPurchase: boolean }

/** Returns days with a purchase that was not returned. A return counts on the day of its purchase. */
function purchaseDays(documents: readonly Document[], span: ReportPeriod): Map<string, PurchaseDay[]> {
  const returned = new Map<Document, number>()
  for (const { lines } of documents)
    for (const { of, net } of lines) if (of) returned.set(of.document, (returned.get(of.document) ?? 0) + net)
  const daysByKey = new Map<string, PurchaseDay>()
  for (const one of within(documents, span)) {
    if (one.type === 'C' || one.customer === null) continue
    const key = `${one.customer} ${one.day}`
    const day = daysByKey.get(key) ?? { customer: one.customer, day: one.day, netAfterReturns: 0, hasPurchase: false }
    day.netAfterReturns += one.net + (returned.get(one) ?? 0)
    day.hasPurchase ||= somethingLeft(one)
    daysByKey.set(key, day)
  }
  return byKey(
    [...daysByKey.values()].filter(({ hasPurchase }) => hasPurchase),
    (one) => one.customer,
  )
}

/** The report on repeat days: customers by number of repeat purchase days. */
export function expectedRepeatDays(documents: readonly Document[], span: ReportPeriod): ExpectedReport {
  const people = [...purchaseDays(documents, span).values()]
  const groups = byKey(people, (purchaseDaysOfOne) => String(purchaseDaysOfOne.length - 1))
  const netOfDays = (members: readonly PurchaseDay[][]) =>
    sum(members, (one) => sum(one, ({ netAfterReturns }) => netAfterReturns))
  const inOrder = [...groups].sort(([one], [other]) => Number(one) - Number(other))
  const parts = shares(inOrder.map(([, members]) => members.length))
  const rows = new Map(
    inOrder.map(([repeats, members], index) => [
      repeats,
      {
        Buyers: members.length,
        Share: parts[index]!,
        AtLeast: people.filter((one) => one.length - 1 >= Number(repeats)).length,
        Kept: formatCents(netOfDays(members)),
        KeptPerBuyer: formatCents(rounded(netOfDays(members), members.length)),
      },
    ]),
  )
  const again = people.filter((memberDays) => memberDays.length > 1).length
  return {
    rows,
    totals: {
      Buyers: people.length,
      Repeaters: again,
      RepeatRate: percent(again, people.length),
      Kept: formatCents(netOfDays(people)),
    },
  }
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The report on cohorts: customers by month of first purchase, with repeat buyers in the twelve months after. */
export function expectedCohorts(documents: readonly Document[], today: string): ExpectedReport {
  const people = [...purchaseDays(documents, { from: '0000-01-01', until: today }).values()]
  const rows = new Map<string, Row>()
  for (const [month, cohort] of byKey(people, ([first]) => first!.day.slice(0, 7))) {
    const again = cohort.filter((one) => one.length > 1).length
    const started = monthOf(month)
    const after = Array.from({ length: 12 }, (_, index) => {
      const returning = cohort.filter((one) => one.some(({ day }) => monthOf(day) === started + index + 1)).length
      return [`Month${index + 1}`, started + index + 1 <= monthOf(today) ? percent(returning, cohort.length) : null]
    })
    const netTotal = formatCents(sum(cohort, (one) => sum(one, (each) => each.netAfterReturns)))
    rows.set(month, {
      Buyers: cohort.length,
      Repeaters: again,
      RepeatRate: percent(again, cohort.length),
      Kept: netTotal,
      ...Object.fromEntries(after),
    })
  }
  const again = people.filter((memberDays) => memberDays.length > 1).length
  return { rows, totals: { Buyers: people.length, Repeaters: again, RepeatRate: percent(again, people.length) } }
}

const STEPS = {
  'Up to 7 days': 7,
  '8 to 30 days': 30,
  '31 to 90 days': 90,
  '91 to 180 days': 180,
  '181 to 365 days': 365,
  '366 to 730 days': 730,
  'Over 730 days': Number.POSITIVE_INFINITY,
}

/** The report on the time between purchases, for intervals that end in the period. */
export function expectedGaps(documents: readonly Document[], { from, until }: ReportPeriod): ExpectedReport {
  const intervals = [...purchaseDays(documents, { from: '0000-01-01', until }).values()].flatMap((memberDays) =>
    memberDays.flatMap(({ customer, day }, index) =>
      index > 0 && day >= from ? [{ customer, days: days(memberDays[index - 1]!.day, day) }] : [],
    ),
  )
  if (intervals.length === 0)
    return { rows: new Map(), totals: { RepeatPurchases: 0, Buyers: 0, MedianDays: null, MeanDays: null } }
  const stepOf = (count: number) => Object.entries(STEPS).find(([, last]) => count <= last)![0]
  const groups = byKey(intervals, (one) => stepOf(one.days))
  const parts = shares(Object.keys(STEPS).map((step) => groups.get(step)?.length ?? 0))
  const rows = new Map(
    Object.keys(STEPS).map((step, index) => {
      const interval = groups.get(step) ?? []
      return [
        step,
        {
          RepeatPurchases: interval.length,
          Buyers: new Set(interval.map(({ customer }) => customer)).size,
          Share: parts[index]!,
        },
      ]
    }),
  )
  const sorted = intervals.map((one) => one.days).sort((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!
  return {
    rows,
    totals: {
      RepeatPurchases: intervals.length,
      Buyers: new Set(intervals.map(({ customer }) => customer)).size,
      MedianDays: oneDecimal(middle, 2),
      MeanDays: oneDecimal(
        sum(sorted, (one) => one),
        sorted.length,
      ),
    },
  }
}
