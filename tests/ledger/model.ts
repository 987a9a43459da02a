// A member's points as simply as they can be told: a list of lots, a list of debts. It knows nothing of SQL, tables or
// calls, so where it and the ledger agree, both are right.

export type Refused = { refused: string }
type Lot = {
  id: number
  amount: number
  left: number
  /** What was taken back of it, owed or not. */
  reversed: number
  expired: number
  expiry: string
  earnedAt: string
}
/** What was taken of a lot, and how much of that came back. */
export type Part = { lot: Lot; points: number; back: number }
/** What is added to a sale: so many points, or a part of what its lines earn, from an amount on. */
export type Campaign = { fixed?: number; percent?: number; minimum: number; from: string; once: boolean }
type SoldLine = { quantity: number; points: number; cancelled: number; reversed: number }
type Sale = {
  day: string
  cents: number[]
  lines: SoldLine[]
  lots: Lot[]
  /** What each campaign added by now, and the lots that gave it. */
  bonuses: { points: number; lots: Lot[] }[]
  mine: boolean
  late: boolean
}

const VALID_MONTHS = 24

export const refusedFor = (code: string): Refused => ({ refused: code })
export const isRefused = (outcome: unknown): outcome is Refused =>
  typeof outcome === 'object' && outcome !== null && 'refused' in outcome

/** The last day of the month, so many months after a day. */
function monthEnd(day: string, months: number) {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10)
}

const later = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * One point for each RM 10, rounded down once. Each line has the whole part of its own points, and the points left over
 * go to the largest fractions.
 */
export function pointsOfLines(cents: readonly number[]): number[] {
  const total = Math.floor(cents.reduce((all, one) => all + one, 0) / 1000)
  const points = cents.map((one) => Math.floor(one / 1000))
  const over = total - points.reduce((all, one) => all + one, 0)
  const byFraction = cents
    .map((one, line) => ({ line, fraction: one % 1000 }))
    .sort((one, other) => other.fraction - one.fraction || one.line - other.line)
  for (const { line } of byFraction.slice(0, over)) points[line]!++
  return points
}

/** What a campaign adds to what is left of a sale. */
function due({ fixed, percent = 0, minimum }: Campaign, { lines, cents }: Sale): number {
  const left = lines.map((line, place) => ({
    ...line,
    cents: cents[place]! - Math.round((cents[place]! * line.cancelled) / line.quantity),
  }))
  const amount = left.reduce((sum, line) => sum + line.cents, 0)
  if (amount <= 0 || amount < minimum) return 0
  const points = left.reduce(
    (sum, line) => sum + line.points - Math.floor((line.points * line.cancelled) / line.quantity),
    0,
  )
  return fixed ?? Math.floor((points * percent) / 100)
}

export class MemberModel {
  readonly #lots: Lot[] = []
  readonly #debts: { owed: number }[] = []
  readonly #sales = new Map<string, Sale>()
  readonly #redemptions = new Map<number, { parts: Part[]; invoice: string | undefined }>()
  #ids = 0

  readonly today: string
  readonly now: string
  readonly campaigns: readonly Campaign[]

  constructor(today: string, now: string, campaigns: readonly Campaign[] = []) {
    this.today = today
    this.now = now
    this.campaigns = campaigns
  }

  get arrears() {
    return this.#debts.reduce((sum, { owed }) => sum + owed, 0)
  }
  get points() {
    return this.#lots.reduce((sum, { left }) => sum + left, 0) - this.arrears
  }
  get available() {
    return Math.max(this.#usable(this.today) - this.arrears, 0)
  }
  /** What is left of each lot, in the order in which it would be spent. */
  get open() {
    return this.#inOrder('0000').map(({ left, expiry }) => ({ left, expiry }))
  }

  #inOrder(today: string) {
    return this.#lots
      .filter(({ left, expiry }) => left > 0 && expiry >= today)
      .sort(
        (one, other) =>
          one.expiry.localeCompare(other.expiry) || one.earnedAt.localeCompare(other.earnedAt) || one.id - other.id,
      )
  }
  #usable = (today: string) => this.#inOrder(today).reduce((sum, { left }) => sum + left, 0)

  #take(points: number, today: string, preferred: readonly Lot[] = []): Part[] {
    const parts: Part[] = []
    const inOrder = this.#inOrder(today).sort(
      (one, other) => Number(preferred.includes(other)) - Number(preferred.includes(one)),
    )
    for (const lot of inOrder) {
      const taken = Math.min(lot.left, points)
      if (taken === 0) break
      lot.left -= taken
      points -= taken
      parts.push({ lot, points: taken, back: 0 })
    }
    return parts
  }

  #credit(amount: number, expiry: string, earnedAt: string): Lot {
    const lot = this.#addLot(amount, expiry, earnedAt)
    this.recover(this.today)
    return lot
  }

  #addLot(amount: number, expiry: string, earnedAt: string): Lot {
    const lot = { id: ++this.#ids, amount, left: amount, reversed: 0, expired: 0, expiry, earnedAt }
    this.#lots.push(lot)
    return lot
  }

  #reverse(lot: Lot, wanted: number): number {
    const goes = Math.min(wanted, lot.amount - lot.expired - lot.reversed)
    if (goes <= 0) return 0
    const fromLot = Math.min(goes, lot.left)
    lot.left -= fromLot
    lot.reversed += goes
    if (goes > fromLot) this.#debts.push({ owed: goes - fromLot })
    return goes
  }

  /** Debts are paid from what may be used, the oldest first; from the preferred lots before the others. */
  recover(today: string, preferred: readonly Lot[] = []) {
    for (const debt of this.#debts) {
      const paid = this.#take(debt.owed, today, preferred).reduce((sum, { points }) => sum + points, 0)
      debt.owed -= paid
      if (paid === 0 && debt.owed > 0) return
    }
  }

  sell(invoice: string, lines: readonly { cents: number; quantity: number }[], day: string, mine: boolean) {
    const cents = lines.map((line) => line.cents * line.quantity)
    const sold = lines.map(({ quantity }) => ({ quantity, points: 0, cancelled: 0, reversed: 0 }))
    const sale: Sale = { day, cents, lines: sold, lots: [], bonuses: [], mine, late: false }
    this.#sales.set(invoice, sale)
    return mine ? this.#earn(sale) : { earned: 0, bonus: 0 }
  }

  /** What all of its lines earn by now, and what is added to that; each beyond what they gave before. */
  #earn(sale: Sale) {
    const points = pointsOfLines(sale.cents)
    for (const [line, earned] of points.entries()) sale.lines[line]!.points = earned
    const total = points.reduce((sum, one) => sum + one, 0)
    const given = sale.lots.reduce((sum, { amount }) => sum + amount, 0)
    const credit = (amount: number) =>
      this.#credit(amount, monthEnd(sale.day, VALID_MONTHS), `${sale.day}T04:00:00.000Z`)
    if (total > given) sale.lots.push(credit(total - given))
    let bonus = 0
    for (const [place, campaign] of this.campaigns.entries()) {
      sale.bonuses[place] ??= { points: 0, lots: [] }
      const added = sale.bonuses[place]
      const more = due(campaign, sale) - added.points
      if (more <= 0 || (added.points === 0 && !this.#awards(place, campaign, sale))) continue
      added.points += more
      added.lots.push(credit(more))
      bonus += more
    }
    return { earned: total, bonus }
  }

  #awards(place: number, { from, once }: Campaign, sale: Sale) {
    const gave = (other: Sale) => other !== sale && (other.bonuses[place]?.points ?? 0) > 0
    return sale.day >= from && !(once && [...this.#sales.values()].some(gave))
  }

  /** A line that came later, to a sale of which nothing came back. */
  add(invoice: string, { cents, quantity }: { cents: number; quantity: number }) {
    const sale = this.#sales.get(invoice)!
    if (sale.lines.some((line) => line.cancelled > 0)) return refusedFor('sales.already_cancelled')
    const line = { quantity, points: 0, cancelled: 0, reversed: 0 }
    sale.lines.push(line)
    sale.cents.push(cents * quantity)
    if (sale.mine) this.#earn(sale)
    return { points: line.points }
  }

  #reverseLots(lots: readonly Lot[], wanted: number) {
    return lots.reduce((taken, lot) => taken + this.#reverse(lot, wanted - taken), 0)
  }

  cancel(invoice: string, wanted: readonly { line: number; quantity: number }[]) {
    const sale = this.#sales.get(invoice)!
    const parts =
      wanted.length > 0
        ? wanted
        : sale.lines.flatMap(({ quantity, cancelled }, place) =>
            quantity > cancelled ? [{ line: place + 1, quantity: quantity - cancelled }] : [],
          )
    if (parts.length === 0) return refusedFor('sales.nothing_left')
    if (parts.some(({ line, quantity }) => quantity > sale.lines[line - 1]!.quantity - sale.lines[line - 1]!.cancelled))
      return refusedFor('sales.more_than_sold')
    let points = 0
    for (const { line: number, quantity } of parts) {
      const line = sale.lines[number - 1]!
      line.cancelled += quantity
      const gone = Math.floor((line.points * line.cancelled) / line.quantity)
      points += gone - line.reversed
      line.reversed = gone
    }
    let reversed = this.#reverseLots(sale.lots, points)
    for (const [place, campaign] of this.campaigns.entries()) {
      const added = sale.bonuses[place]
      const left = due(campaign, sale)
      if (!added || left >= added.points) continue
      reversed += this.#reverseLots(added.lots, added.points - left)
      added.points = left
    }
    return { reversed, refunded: this.#refundPaid(invoice, sale) }
  }

  /** Points that paid for a sale come back in proportion to what of it came back. */
  #refundPaid(invoice: string, { cents, lines }: Sale) {
    const total = cents.reduce((sum, one) => sum + one, 0)
    const returned = lines.reduce(
      (sum, { cancelled, quantity }, line) => sum + (cents[line]! / quantity) * cancelled,
      0,
    )
    let refunded = 0
    for (const redemption of this.#redemptions.values()) {
      if (redemption.invoice !== invoice) continue
      const all = redemption.parts.reduce((sum, { points }) => sum + points, 0)
      refunded += this.#giveBack(redemption, Math.floor((all * returned) / total), 'return')
    }
    return refunded
  }

  /** Gives back until so many have come back, those that were taken last first. Where goods came back, debts are paid from these lots first. */
  #giveBack({ parts }: { parts: Part[] }, target: number, cause: 'return' | 'by hand') {
    const soonest = later(this.today, 30)
    const now: Part[] = []
    for (const part of [...parts].reverse()) {
      const points = Math.max(Math.min(part.points, target) - part.back, 0)
      target -= Math.min(part.points, target)
      part.back += points
      if (points > 0) now.unshift({ ...part, points })
    }
    const lots = now.map(({ lot, points }) =>
      this.#addLot(points, lot.expiry > soonest ? lot.expiry : soonest, lot.earnedAt),
    )
    if (lots.length > 0) this.recover(this.today, cause === 'return' ? lots : [])
    return now.reduce((sum, { points }) => sum + points, 0)
  }

  give(invoice: string, how: 'assign' | 'award') {
    const sale = this.#sales.get(invoice)!
    const cancelled = sale.lines.some((line) => line.cancelled > 0)
    if (how === 'assign') {
      if (sale.mine) return refusedFor('sales.assigned_already')
      if (cancelled) return refusedFor('sales.assign_cancelled')
    } else {
      if (sale.lots.length > 0) return refusedFor('points.awarded_already')
      if (cancelled) return refusedFor('points.sale_cancelled')
      if (pointsOfLines(sale.cents).every((points) => points === 0)) return refusedFor('points.earns_nothing')
    }
    if (!sale.mine) sale.late = true
    sale.mine = true
    return this.#earn(sale)
  }

  takeAway(invoice: string) {
    const sale = this.#sales.get(invoice)!
    if (!sale.late) return refusedFor('sales.not_assigned')
    if (sale.lines.some((line) => line.cancelled > 0)) return refusedFor('sales.already_taken_back')
    const given = [...sale.lots, ...sale.bonuses.flatMap(({ lots }) => lots)]
    if (given.some(({ left, amount }) => left < amount)) return refusedFor('sales.points_used')
    const back = given.reduce((sum, lot) => sum + this.#reverse(lot, lot.amount), 0)
    for (const line of sale.lines) line.points = 0
    Object.assign(sale, { lots: [], bonuses: [], mine: false, late: false })
    return { back }
  }

  redeem(points: number, note: (parts: Part[]) => void) {
    if (this.#usable(this.today) - this.arrears < points) return refusedFor('points.not_enough')
    note(this.#take(points, this.today))
    return {}
  }

  /** Takes points against an invoice of which something is left, once until they were given back. */
  pay(invoice: string, points: number, note: (parts: Part[]) => void) {
    const sale = this.#sales.get(invoice)!
    if (sale.lines.every(({ quantity, cancelled }) => quantity === cancelled))
      return refusedFor('points.sale_cancelled')
    if (this.#usable(this.today) - this.arrears < points) return refusedFor('points.not_enough')
    const paid = [...this.#redemptions.values()].some(
      (one) => one.invoice === invoice && one.parts.some((part) => part.points > part.back),
    )
    return paid ? refusedFor('points.used_twice') : this.redeem(points, note)
  }

  noteRedemption = (historyId: number, parts: Part[], invoice?: string) =>
    void this.#redemptions.set(historyId, { parts, invoice })

  refund(historyId: number) {
    const redemption = this.#redemptions.get(historyId)!
    if (redemption.parts.every(({ points, back }) => points === back)) return refusedFor('points.refunded_already')
    return { refunded: this.#giveBack(redemption, Number.POSITIVE_INFINITY, 'by hand') }
  }

  waive(points: number) {
    if (points > this.arrears) return refusedFor('points.no_arrears')
    this.#credit(points, this.today, this.now)
    return {}
  }

  adjust(points: number, expiry?: string) {
    if (points > 0) this.#credit(points, expiry ?? monthEnd(this.today, VALID_MONTHS), this.now)
    else if (this.#usable(this.today) - this.arrears < -points) return refusedFor('points.not_enough')
    else this.#take(-points, this.today)
    return {}
  }

  /**
   * The other was this person under a second number: what is left of each lot comes over with its own dates, used or not as before,
   * behind the lots of this one; sales, redemptions and debts are this one's too.
   */
  merge(other: MemberModel) {
    for (const lot of other.#lots) {
      lot.id = ++this.#ids
      this.#lots.push(lot)
    }
    this.#debts.push(...other.#debts)
    for (const [invoice, sale] of other.#sales) this.#sales.set(invoice, sale)
    for (const [id, redemption] of other.#redemptions) this.#redemptions.set(id, redemption)
    this.recover(this.today)
  }

  /** Whether anything would end in that nightly batch. */
  endsBefore = (nightly: string) => this.#lots.some(({ left, expiry }) => left > 0 && expiry < nightly)

  expire(nightly: string) {
    for (const lot of this.#lots) {
      if (lot.left === 0 || lot.expiry >= nightly) continue
      lot.expired += lot.left
      lot.left = 0
    }
  }
}
