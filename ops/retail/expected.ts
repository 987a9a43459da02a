import type { Document } from './file.ts'

// WHAT THE REPORTS MUST SAY, worked out of the file alone.

export type Span = { from: string; until: string }
export type Row = Record<string, unknown>
/** Rows by what tells them apart, and what all of them come to. */
export type Expected = { rows: Map<string, Row>; totals: Row }

export const money = (cents: number) => {
  const digits = Math.abs(cents).toString().padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/** Halves away from nothing, as people round. */
const rounded = (part: number, by: number) =>
  Math.sign(part / by) * Math.floor((2 * Math.abs(part) + Math.abs(by)) / (2 * Math.abs(by)))
const oneDecimal = (part: number, by: number) => {
  const tenths = rounded(part * 10, by)
  return `${tenths < 0 ? '-' : ''}${Math.trunc(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10}`
}
/** Parts of a whole in percent, rounded together by largest remainder; of equal remainders the first. */
function shares(parts: readonly number[]): string[] {
  const whole = sum(parts, (part) => part)
  const tenths = parts.map((part) => Math.floor((part * 1000) / whole))
  const remainder = (place: number) => (parts[place]! * 1000) % whole
  const over = 1000 - sum(tenths, (part) => part)
  const byRemainder = parts.map((_, place) => place).sort((a, b) => remainder(b) - remainder(a) || a - b)
  for (const place of byRemainder.slice(0, over)) tenths[place]!++
  return tenths.map((part) => `${Math.trunc(part / 10)}.${part % 10}`)
}
const percent = (part: number, whole: number) => (whole === 0 ? null : oneDecimal(part * 100, whole))
const sum = <Of>(all: Iterable<Of>, of: (one: Of) => number) => {
  let total = 0
  for (const one of all) total += of(one)
  return total
}
const days = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000

const within = (documents: readonly Document[], { from, until }: Span) =>
  documents.filter(({ day }) => day >= from && day <= until)
const somethingLeft = ({ lines }: Document) => lines.some(({ quantity, taken }) => taken < Math.abs(quantity))

function byKey<Of>(all: readonly Of[], key: (one: Of) => string | null) {
  const groups = new Map<string, Of[]>()
  for (const one of all) {
    const of = key(one)
    if (of === null) continue
    const group = groups.get(of)
    if (group) group.push(one)
    else groups.set(of, [one])
  }
  return groups
}

/** Customer Transaction: each sale to a customer and each cancellation. */
export function transactions(documents: readonly Document[], span: Span, withoutCancelled = false): Expected {
  const asked = within(documents, span).filter(
    (one) => one.customer !== null && (!withoutCancelled || (one.type === 'N' && somethingLeft(one))),
  )
  const rows = new Map(
    asked.map((one) => {
      const originals = new Set(one.lines.flatMap(({ of }) => (of ? [of.document.invoice] : [])))
      return [
        one.invoice,
        {
          TransactionType: one.type,
          At: one.at,
          Customer: one.customer,
          OriginalInvoiceNo: originals.size === 1 ? [...originals][0] : null,
          Lines: one.lines.length,
          Gross: money(one.type === 'N' ? one.net : 0),
          Discount: '0.00',
          Returns: money(one.type === 'C' ? -one.net : 0),
          Net: money(one.net),
        },
      ]
    }),
  )
  const netOf = (type: string) => sum(asked, (one) => (one.type === type ? one.net : 0))
  const count = (type: string) => asked.filter((one) => one.type === type).length
  return {
    rows,
    totals: {
      Sales: count('N'),
      Cancellations: count('C'),
      Net: money(netOf('N') + netOf('C')),
      Gross: money(netOf('N')),
      Discount: '0.00',
      Returns: money(-netOf('C')),
    },
  }
}

/** Repeat Customer Analysis: who bought how often. */
export function repeatCustomers(documents: readonly Document[], span: Span): Expected {
  const rows = new Map<string, Row>()
  const visits: number[] = []
  let net = 0
  for (const [customer, own] of byKey(within(documents, span), (one) => one.customer)) {
    const kept = own.filter((one) => one.type === 'N' && somethingLeft(one))
    if (kept.length === 0) continue
    const of = sum(own, (one) => one.net)
    const [first, last] = [kept[0]!.day, kept.at(-1)!.day]
    const count = new Set(kept.map(({ day }) => day)).size
    visits.push(count)
    net += of
    rows.set(customer, {
      Visits: count,
      FirstPurchase: first,
      LastPurchase: last,
      AverageDays: count > 1 ? oneDecimal(days(first, last), count - 1) : null,
      Net: money(of),
      Average: money(rounded(of, count)),
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
      Net: money(net),
    },
  }
}

/** Customer Performance: who bought for how much, and their rank. */
export function performance(documents: readonly Document[], span: Span): Expected {
  const all = [...byKey(within(documents, span), (one) => one.customer)].map(([customer, own]) => {
    const kept = own.filter((one) => one.type === 'N' && somethingLeft(one))
    const of = (type: string) => sum(own, (one) => (one.type === type ? one.net : 0))
    return {
      customer,
      invoices: kept.length,
      last: kept.at(-1)?.day ?? null,
      returns: -of('C'),
      net: of('N') + of('C'),
    }
  })
  all.sort((a, b) => b.net - a.net)
  const net = sum(all, (one) => one.net)
  const rows = new Map<string, Row>()
  let rank = 1
  all.forEach((one, place) => {
    if (place > 0 && one.net < all[place - 1]!.net) rank = place + 1
    rows.set(one.customer, {
      Rank: rank,
      Invoices: one.invoices,
      Gross: money(one.net + one.returns),
      Discount: '0.00',
      Returns: money(one.returns),
      Net: money(one.net),
      Average: one.invoices > 0 ? money(rounded(one.net, one.invoices)) : null,
      LastPurchase: one.last,
    })
  })
  return {
    rows,
    totals: {
      Members: all.filter(({ invoices }) => invoices > 0).length,
      Invoices: sum(all, (one) => one.invoices),
      Gross: money(net + sum(all, (one) => one.returns)),
      Discount: '0.00',
      Returns: money(sum(all, (one) => one.returns)),
      Net: money(net),
    },
  }
}

/** Product Sales: what was sold and what came back, for members and for walk-ins, by month or by the one brand of the file. */
export function products(documents: readonly Document[], span: Span, keyOf: (one: Document) => string): Expected {
  const figuresOf = (own: readonly Document[]) => {
    const of = (type: string) => sum(own, (one) => (one.type === type ? one.net : 0))
    const net = of('N') + of('C')
    return {
      Quantity: String(sum(own, ({ lines }) => sum(lines, ({ quantity }) => quantity))),
      Gross: money(of('N')),
      Discount: '0.00',
      Returns: money(-of('C')),
      Net: money(net),
      MemberShare: percent(
        sum(own, (one) => (one.customer === null ? 0 : one.net)),
        net,
      ),
      ReturnRate: percent(-of('C'), of('N')),
    }
  }
  const asked = within(documents, span)
  const rows = new Map(
    [...byKey(asked, keyOf)].map(([key, own]) => {
      const Customers = new Set(
        own.flatMap((one) => (one.type === 'N' && one.customer !== null && somethingLeft(one) ? one.customer : [])),
      ).size
      return [key, { ...figuresOf(own), Customers }]
    }),
  )
  return { rows, totals: figuresOf(asked) }
}

type PurchaseDay = { customer: string; day: string; kept: number; bought: boolean }

/** The days on which a customer bought and kept a piece, whatever it cost: what came back, whenever, is taken off its day. */
function purchaseDays(documents: readonly Document[], span: Span): Map<string, PurchaseDay[]> {
  const returned = new Map<Document, number>()
  for (const { lines } of documents)
    for (const { of, net } of lines) if (of) returned.set(of.document, (returned.get(of.document) ?? 0) + net)
  const kept = new Map<string, PurchaseDay>()
  for (const one of within(documents, span)) {
    if (one.type === 'C' || one.customer === null) continue
    const key = `${one.customer} ${one.day}`
    const day = kept.get(key) ?? { customer: one.customer, day: one.day, kept: 0, bought: false }
    day.kept += one.net + (returned.get(one) ?? 0)
    day.bought ||= somethingLeft(one)
    kept.set(key, day)
  }
  return byKey(
    [...kept.values()].filter(({ bought }) => bought),
    (one) => one.customer,
  )
}

/** Repeat days: customers by the number of days on which they bought again. */
export function repeatDays(documents: readonly Document[], span: Span): Expected {
  const people = [...purchaseDays(documents, span).values()]
  const groups = byKey(people, (own) => String(own.length - 1))
  const keptOf = (own: readonly PurchaseDay[][]) => sum(own, (one) => sum(one, ({ kept }) => kept))
  const inOrder = [...groups].sort(([one], [other]) => Number(one) - Number(other))
  const parts = shares(inOrder.map(([, own]) => own.length))
  const rows = new Map(
    inOrder.map(([repeats, own], place) => [
      repeats,
      {
        Buyers: own.length,
        Share: parts[place]!,
        AtLeast: people.filter((one) => one.length - 1 >= Number(repeats)).length,
        Kept: money(keptOf(own)),
        KeptPerBuyer: money(rounded(keptOf(own), own.length)),
      },
    ]),
  )
  const again = people.filter((own) => own.length > 1).length
  return {
    rows,
    totals: {
      Buyers: people.length,
      Repeaters: again,
      RepeatRate: percent(again, people.length),
      Kept: money(keptOf(people)),
    },
  }
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** Cohorts: customers by the month of their first purchase, and who of them bought in each of the twelve months after it. */
export function cohorts(documents: readonly Document[], today: string): Expected {
  const people = [...purchaseDays(documents, { from: '0000-01-01', until: today }).values()]
  const rows = new Map<string, Row>()
  for (const [month, own] of byKey(people, ([first]) => first!.day.slice(0, 7))) {
    const again = own.filter((one) => one.length > 1).length
    const started = monthOf(month)
    const after = Array.from({ length: 12 }, (_, place) => {
      const bought = own.filter((one) => one.some(({ day }) => monthOf(day) === started + place + 1)).length
      return [`Month${place + 1}`, started + place + 1 <= monthOf(today) ? percent(bought, own.length) : null]
    })
    const kept = money(sum(own, (one) => sum(one, (each) => each.kept)))
    rows.set(month, {
      Buyers: own.length,
      Repeaters: again,
      RepeatRate: percent(again, own.length),
      Kept: kept,
      ...Object.fromEntries(after),
    })
  }
  const again = people.filter((own) => own.length > 1).length
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

/** Time between purchases, of those that ended in these days. */
export function gaps(documents: readonly Document[], { from, until }: Span): Expected {
  const found = [...purchaseDays(documents, { from: '0000-01-01', until }).values()].flatMap((own) =>
    own.flatMap(({ customer, day }, place) =>
      place > 0 && day >= from ? [{ customer, days: days(own[place - 1]!.day, day) }] : [],
    ),
  )
  if (found.length === 0)
    return { rows: new Map(), totals: { RepeatPurchases: 0, Buyers: 0, MedianDays: null, MeanDays: null } }
  const stepOf = (count: number) => Object.entries(STEPS).find(([, last]) => count <= last)![0]
  const groups = byKey(found, (one) => stepOf(one.days))
  const parts = shares(Object.keys(STEPS).map((step) => groups.get(step)?.length ?? 0))
  const rows = new Map(
    Object.keys(STEPS).map((step, place) => {
      const own = groups.get(step) ?? []
      return [
        step,
        {
          RepeatPurchases: own.length,
          Buyers: new Set(own.map(({ customer }) => customer)).size,
          Share: parts[place]!,
        },
      ]
    }),
  )
  const sorted = found.map((one) => one.days).sort((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!
  return {
    rows,
    totals: {
      RepeatPurchases: found.length,
      Buyers: new Set(found.map(({ customer }) => customer)).size,
      MedianDays: oneDecimal(middle, 2),
      MeanDays: oneDecimal(
        sum(sorted, (one) => one),
        sorted.length,
      ),
    },
  }
}
