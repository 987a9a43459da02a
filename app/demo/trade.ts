import { demoOutletCodes, demoStaff } from './company.ts'
import { demoProductGroups } from './lists.ts'
import type { DemoCustomer } from './people.ts'
import { addDays, type RandomSource } from './random.ts'

// Two years of sales with seasonal peaks, returns and redemptions.

/** A counter event. Events are entered in chronological order. */
export type CounterEvent =
  | { kind: 'sale'; at: string; sale: ReturnType<typeof saleAt> }
  | { kind: 'cancel'; at: string; sale: object }
  | { kind: 'redeem'; at: string; member: string; share: number; number: number }

const YEARS_DAYS = 730
// The demo's sales factor per month: Chinese New Year and Hari Raya are early in the year, Deepavali and Christmas late.
const season = [1.5, 1.3, 0.9, 1.2, 1.0, 0.9, 0.8, 0.9, 0.9, 1.1, 1.3, 1.7]
const hours = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]

type Piece = {
  group: string
  brands: readonly string[]
  names: readonly string[]
  least: number
  most: number
  weight: number
}
const pieces: readonly Piece[] = [
  {
    group: 'DIA-RING',
    brands: ['Carat', 'Lumière'],
    names: ['Solitaire ring 0.30 ct', 'Halo diamond ring', 'Eternity ring', 'Three-stone ring'],
    least: 1800,
    most: 14800,
    weight: 14,
  },
  {
    group: 'BRIDAL',
    brands: ['Carat Bridal'],
    names: ['Engagement ring 0.50 ct', 'Wedding band, pair', 'Platinum band'],
    least: 1200,
    most: 18800,
    weight: 9,
  },
  {
    group: 'DIA-NECK',
    brands: ['Lumière', 'Carat'],
    names: ['Diamond tennis necklace', 'Diamond line necklace'],
    least: 2400,
    most: 26800,
    weight: 4,
  },
  {
    group: 'DIA-EAR',
    brands: ['Carat', 'Lumière'],
    names: ['Diamond studs 0.20 ct', 'Drop earrings', 'Hoop earrings'],
    least: 680,
    most: 6800,
    weight: 13,
  },
  {
    group: 'PENDANT',
    brands: ['Carat', 'Little Gem', 'Serikandi'],
    names: ['Heart pendant', 'Letter pendant', 'Kebaya pendant', 'Baby feet pendant'],
    least: 280,
    most: 2800,
    weight: 20,
  },
  {
    group: 'GOLD-916',
    brands: ['Serikandi', 'Golden Vow'],
    names: ['916 bangle', '916 rope chain', '916 anklet', 'Si Dong Jin set'],
    least: 900,
    most: 12800,
    weight: 17,
  },
  {
    group: 'BRACELET',
    brands: ['Little Gem', 'Carat'],
    names: ['Charm bracelet', 'Charm', 'Bead bracelet'],
    least: 150,
    most: 1900,
    weight: 15,
  },
  {
    group: 'PEARL',
    brands: ['Serikandi'],
    names: ['Akoya strand', 'Sabah pearl earrings'],
    least: 480,
    most: 7800,
    weight: 4,
  },
  {
    group: 'WATCH',
    brands: ['Carat'],
    names: ['Ladies’ watch, mother of pearl', 'Couple watch'],
    least: 780,
    most: 4800,
    weight: 4,
  },
  {
    group: 'GOLD-INV',
    brands: ['Golden Vow'],
    names: ['Gold bar 10 g', 'Gold wafer 5 g'],
    least: 1600,
    most: 9800,
    weight: 3,
  },
  {
    group: 'GIFTCARD',
    brands: ['Carat'],
    names: ['Gift card RM 500', 'Gift card RM 200'],
    least: 200,
    most: 500,
    weight: 2,
  },
]

type Buyer = DemoCustomer & { membershipNo: string }

/** Simulates all events at the counters in the two years up to `now` (ISO), in chronological order. */
export function simulateCounterEvents(
  buyers: readonly Buyer[],
  today: string,
  now: string,
  sales: number,
  random: RandomSource,
): CounterEvent[] {
  const from = addDays(today, -YEARS_DAYS + 1)
  const days = Array.from({ length: YEARS_DAYS }, (_, index) => addDays(from, index))
  const weights = days.map((day) => [day, season[Number(day.slice(5, 7)) - 1]!] as const)
  const appetites = buyers.map((buyer) => [buyer, buyer.appetite] as const)
  const events: CounterEvent[] = []
  const numbers = new Map<string, number>()

  const moments = Array.from({ length: sales }, () => momentOn(random.weighted(weights), random))
    .filter((moment) => Date.parse(`${moment}+08:00`) < Date.parse(now))
    .sort()
  for (const at of moments) {
    const member = random.odds(0.12) ? null : memberBy(at.slice(0, 10), appetites, random)
    const outlet = member && random.odds(0.88) ? member.outlet : random.pick(demoOutletCodes)
    const number = (numbers.get(outlet) ?? 1000) + 1
    numbers.set(outlet, number)
    const sale = saleAt(at, `${outlet}-${number}`, outlet, member, random)
    events.push({ kind: 'sale', at, sale })
    if (random.odds(0.06)) events.push(returnOf(sale, at, random))
    if (member?.category && random.odds(0.09))
      events.push({
        kind: 'redeem',
        at: later(at, random.between(1, 20)),
        member: member.membershipNo,
        share: random.between(30, 90),
        number: events.length,
      })
    // A few generated members redeem all points and then return the purchase, which leaves arrears.
    if (member?.category && random.odds(0.004)) {
      events.push({ kind: 'redeem', at: later(at, 1), member: member.membershipNo, share: 100, number: events.length })
      events.push({
        kind: 'cancel',
        at: later(at, 4),
        sale: { OriginalInvoiceNo: sale.InvoiceNo, Lines: [], Remarks: 'Returned within 7 days' },
      })
    }
  }
  return [...events, ...formerTrade(buyers, events, today, random)]
    .filter(({ at }) => Date.parse(`${at}+08:00`) < Date.parse(now))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

const FORMER_BUYERS = 12
const FORMER_DAYS = 800

/** Adds old sales to inactive members, whose points have expired since. Every third member bought again this week. */
function formerTrade(
  buyers: readonly Buyer[],
  events: readonly CounterEvent[],
  today: string,
  luck: RandomSource,
): CounterEvent[] {
  const served = new Set(events.map((event) => event.kind === 'sale' && event.sale.MembershipNo))
  const former = buyers
    .filter(({ joinDate, category }) => category !== null && joinDate <= addDays(today, -FORMER_DAYS))
    .filter(({ membershipNo }) => !served.has(membershipNo))
    .slice(0, FORMER_BUYERS)
  return former.flatMap((buyer, buyerIndex) => {
    const days = buyerIndex % 3 === 0 ? [-FORMER_DAYS, -2] : [-FORMER_DAYS]
    return days.map((day, dayIndex): CounterEvent => {
      const at = momentOn(addDays(today, day), luck)
      // These sales use invoice numbers below 1001, because the invoice numbers of the simulated two years start at 1001.
      const number = 100 + 2 * buyerIndex + dayIndex
      return { kind: 'sale', at, sale: saleAt(at, `${buyer.outlet}-${number}`, buyer.outlet, buyer, luck) }
    })
  })
}

/** Returns a member who had joined by the day of the sale, or occasionally null for a walk-in sale. */
function memberBy(day: string, appetites: readonly (readonly [Buyer, number])[], luck: RandomSource) {
  for (let look = 0; look < 4; look++) {
    const buyer = luck.weighted(appetites)
    if (buyer.joinDate <= day) return buyer
  }
  return null
}

function saleAt(PerformedAt: string, InvoiceNo: string, OutletCode: string, buyer: Buyer | null, luck: RandomSource) {
  const count = luck.weighted([
    [1, 68],
    [2, 22],
    [3, 7],
    [4, 3],
  ] as const)
  const seller = luck.pick(demoStaff.filter(({ building }) => building === OutletCode))
  const Lines = Array.from({ length: count }, (_, index) => lineAt(index + 1, luck))
  // Only sales with a piece above 400 use vouchers or trade-ins, so that neither exceeds the total.
  const dear = Lines.some(({ UnitPrice }) => Number(UnitPrice) > 400)
  return {
    InvoiceNo,
    OutletCode,
    MembershipNo: buyer?.membershipNo ?? null,
    SalesPersonCode: seller.salesPersonCode,
    DepartmentCode: 'SAL',
    PerformedAt,
    Source: 'POS',
    TradeIn: luck.odds(0.03) && dear ? '150.00' : '0.00',
    VoucherAmount: luck.odds(0.05) && dear ? '50.00' : '0.00',
    Lines,
  }
}

function lineAt(SequenceNo: number, luck: RandomSource) {
  const piece = luck.weighted(pieces.map((kind) => [kind, kind.weight] as const))
  // Most demo prices are near the lower end, and all end in 8, as is common in shops.
  const ringgit =
    Math.max(piece.least, Math.floor((piece.least + (piece.most - piece.least) * luck.next() ** 2.4) / 10) * 10) + 8
  const service = demoProductGroups.find(({ code }) => code === piece.group)!
  return {
    SequenceNo,
    ItemCode: `${piece.group.replaceAll('-', '')}${luck.between(1000, 9999)}`,
    Description: luck.pick(piece.names),
    Brand: luck.pick(piece.brands),
    ProductType: service.type,
    ProductGroup: piece.group,
    Quantity: piece.group === 'BRACELET' && luck.odds(0.2) ? 2 : 1,
    UnitPrice: `${ringgit}.00`,
    Discount: luck.odds(0.25) ? `${Math.floor(ringgit / 10)}.00` : '0.00',
    Tax: '0.00',
  }
}

/** Simulates a return of the whole sale or of one line, some days later. */
function returnOf(sale: ReturnType<typeof saleAt>, at: string, luck: RandomSource): CounterEvent {
  const whole = luck.odds(0.6) || sale.Lines.length === 1
  const Lines = whole ? [] : [{ OldSequenceNo: luck.between(1, sale.Lines.length) }]
  return {
    kind: 'cancel',
    at: later(at, luck.between(1, 12)),
    sale: {
      OriginalInvoiceNo: sale.InvoiceNo,
      Lines,
      Remarks: luck.pick(['Size does not fit', 'Changed mind', 'Exchange for another piece']),
    },
  }
}

const momentOn = (day: string, luck: RandomSource) =>
  `${day}T${String(luck.pick(hours)).padStart(2, '0')}:${String(luck.between(0, 59)).padStart(2, '0')}:${String(luck.between(0, 59)).padStart(2, '0')}`
const later = (at: string, days: number) => `${addDays(at.slice(0, 10), days)}${at.slice(10)}`
