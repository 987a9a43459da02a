// The simplest model of a member's points: a list of lots and a list of arrears.
// The model uses no SQL, tables or calls of the product, so if model and ledger agree, both are confirmed.

export type RefusedOutcome = { refused: string }
type Lot = {
  id: number
  amount: number
  remaining: number
  /** Reversed points, including those that became arrears. */
  reversed: number
  expired: number
  expiry: string
  earnedAt: string
}
/** The points that a debit used from a lot, and the part of them that was refunded. */
export type DebitPart = { lot: Lot; points: number; refunded: number }
/** A bonus for sales above a minimum amount: fixed points, or a share of the points of the lines. */
export type Campaign = { fixed?: number; percent?: number; minimum: number; from: string; once: boolean }
type SoldLine = { quantity: number; points: number; cancelled: number; reversed: number }
type Sale = {
  day: string
  cents: number[]
  lines: SoldLine[]
  lots: Lot[]
  /** The bonus points and lots of each campaign so far. */
  bonuses: { points: number; lots: Lot[] }[]
  isAssigned: boolean
  isAssignedLater: boolean
}

const VALID_MONTHS = 24

export const refusedFor = (code: string): RefusedOutcome => ({ refused: code })
export const isRefused = (outcome: unknown): outcome is RefusedOutcome =>
  typeof outcome === 'object' && outcome !== null && 'refused' in outcome

/** Returns the last day of the month that lies the given number of months after a day. */
function monthEnd(day: string, months: number) {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10)
}

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Calculates one point for each RM 10, rounded down once per sale.
 * Each line gets the integer part of its points, and the remaining points go to the largest fractions.
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

/** Calculates the bonus of a campaign for the remaining amount of a sale. */
function bonusOf({ fixed, percent = 0, minimum }: Campaign, { lines, cents }: Sale): number {
  const remainingLines = lines.map((line, index) => ({
    ...line,
    cents: cents[index]! - Math.round((cents[index]! * line.cancelled) / line.quantity),
  }))
  const amount = remainingLines.reduce((sum, line) => sum + line.cents, 0)
  if (amount <= 0 || amount < minimum) return 0
  const points = remainingLines.reduce(
    (sum, line) => sum + line.points - Math.floor((line.points * line.cancelled) / line.quantity),
    0,
  )
  return fixed ?? Math.floor((points * percent) / 100)
}

export class MemberModel {
  readonly #lots: Lot[] = []
  readonly #debts: { owed: number }[] = []
  readonly #sales = new Map<string, Sale>()
  readonly #redemptions = new Map<number, { parts: DebitPart[]; invoice: string | undefined }>()
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
    return this.#lots.reduce((sum, { remaining }) => sum + remaining, 0) - this.arrears
  }
  get available() {
    return Math.max(this.#usable(this.today) - this.arrears, 0)
  }
  /** Returns the remaining points of each lot, in the order of spending. */
  get open() {
    return this.#inOrder('0000').map(({ remaining, expiry }) => ({ remaining, expiry }))
  }

  #inOrder(today: string) {
    return this.#lots
      .filter(({ remaining, expiry }) => remaining > 0 && expiry >= today)
      .sort(
        (one, other) =>
          one.expiry.localeCompare(other.expiry) || one.earnedAt.localeCompare(other.earnedAt) || one.id - other.id,
      )
  }
  #usable = (today: string) => this.#inOrder(today).reduce((sum, { remaining }) => sum + remaining, 0)

  #take(points: number, today: string, preferred: readonly Lot[] = []): DebitPart[] {
    const parts: DebitPart[] = []
    const inOrder = this.#inOrder(today).sort(
      (one, other) => Number(preferred.includes(other)) - Number(preferred.includes(one)),
    )
    for (const lot of inOrder) {
      const takenPoints = Math.min(lot.remaining, points)
      if (takenPoints === 0) break
      lot.remaining -= takenPoints
      points -= takenPoints
      parts.push({ lot, points: takenPoints, refunded: 0 })
    }
    return parts
  }

  #credit(amount: number, expiry: string, earnedAt: string): Lot {
    const lot = this.#addLot(amount, expiry, earnedAt)
    this.recover(this.today)
    return lot
  }

  #addLot(amount: number, expiry: string, earnedAt: string): Lot {
    const lot = { id: ++this.#ids, amount, remaining: amount, reversed: 0, expired: 0, expiry, earnedAt }
    this.#lots.push(lot)
    return lot
  }

  #reverse(lot: Lot, requestedPoints: number): number {
    const reversedPoints = Math.min(requestedPoints, lot.amount - lot.expired - lot.reversed)
    if (reversedPoints <= 0) return 0
    const fromLot = Math.min(reversedPoints, lot.remaining)
    lot.remaining -= fromLot
    lot.reversed += reversedPoints
    if (reversedPoints > fromLot) this.#debts.push({ owed: reversedPoints - fromLot })
    return reversedPoints
  }

  /** Pays arrears from spendable lots, oldest arrears first; uses the preferred lots before the others. */
  recover(today: string, preferred: readonly Lot[] = []) {
    for (const debt of this.#debts) {
      const paid = this.#take(debt.owed, today, preferred).reduce((sum, { points }) => sum + points, 0)
      debt.owed -= paid
      if (paid === 0 && debt.owed > 0) return
    }
  }

  sell(invoice: string, lines: readonly { cents: number; quantity: number }[], day: string, isAssigned: boolean) {
    const cents = lines.map((line) => line.cents * line.quantity)
    const soldLines = lines.map(({ quantity }) => ({ quantity, points: 0, cancelled: 0, reversed: 0 }))
    const sale: Sale = { day, cents, lines: soldLines, lots: [], bonuses: [], isAssigned, isAssignedLater: false }
    this.#sales.set(invoice, sale)
    return isAssigned ? this.#earn(sale) : { earned: 0, bonus: 0 }
  }

  /** Awards the points of all lines and the bonuses, less the points that were already awarded. */
  #earn(sale: Sale) {
    const points = pointsOfLines(sale.cents)
    for (const [line, earned] of points.entries()) sale.lines[line]!.points = earned
    const total = points.reduce((sum, one) => sum + one, 0)
    const awardedPoints = sale.lots.reduce((sum, { amount }) => sum + amount, 0)
    const credit = (amount: number) =>
      this.#credit(amount, monthEnd(sale.day, VALID_MONTHS), `${sale.day}T04:00:00.000Z`)
    if (total > awardedPoints) sale.lots.push(credit(total - awardedPoints))
    let bonus = 0
    for (const [index, campaign] of this.campaigns.entries()) {
      sale.bonuses[index] ??= { points: 0, lots: [] }
      const added = sale.bonuses[index]
      const more = bonusOf(campaign, sale) - added.points
      if (more <= 0 || (added.points === 0 && !this.#awards(index, campaign, sale))) continue
      added.points += more
      added.lots.push(credit(more))
      bonus += more
    }
    return { earned: total, bonus }
  }

  #awards(index: number, { from, once }: Campaign, sale: Sale) {
    const hasAwarded = (other: Sale) => other !== sale && (other.bonuses[index]?.points ?? 0) > 0
    return sale.day >= from && !(once && [...this.#sales.values()].some(hasAwarded))
  }

  /** A later line of a sale without returns. */
  add(invoice: string, { cents, quantity }: { cents: number; quantity: number }) {
    const sale = this.#sales.get(invoice)!
    if (sale.lines.some((line) => line.cancelled > 0)) return refusedFor('sales.already_cancelled')
    const line = { quantity, points: 0, cancelled: 0, reversed: 0 }
    sale.lines.push(line)
    sale.cents.push(cents * quantity)
    if (sale.isAssigned) this.#earn(sale)
    return { points: line.points }
  }

  #reverseLots(lots: readonly Lot[], wanted: number) {
    return lots.reduce((taken, lot) => taken + this.#reverse(lot, wanted - taken), 0)
  }

  cancel(invoice: string, cancelledLines: readonly { line: number; quantity: number }[]) {
    const sale = this.#sales.get(invoice)!
    const parts =
      cancelledLines.length > 0
        ? cancelledLines
        : sale.lines.flatMap(({ quantity, cancelled }, index) =>
            quantity > cancelled ? [{ line: index + 1, quantity: quantity - cancelled }] : [],
          )
    if (parts.length === 0) return refusedFor('sales.nothing_left')
    if (parts.some(({ line, quantity }) => quantity > sale.lines[line - 1]!.quantity - sale.lines[line - 1]!.cancelled))
      return refusedFor('sales.more_than_sold')
    let points = 0
    for (const { line: number, quantity } of parts) {
      const line = sale.lines[number - 1]!
      line.cancelled += quantity
      const reversedPoints = Math.floor((line.points * line.cancelled) / line.quantity)
      points += reversedPoints - line.reversed
      line.reversed = reversedPoints
    }
    let reversed = this.#reverseLots(sale.lots, points)
    for (const [index, campaign] of this.campaigns.entries()) {
      const added = sale.bonuses[index]
      const remainingBonus = bonusOf(campaign, sale)
      if (!added || remainingBonus >= added.points) continue
      reversed += this.#reverseLots(added.lots, added.points - remainingBonus)
      added.points = remainingBonus
    }
    return { reversed, refunded: this.#refundPaid(invoice, sale) }
  }

  /** Refunds points that paid for a sale, in proportion to the returned amount. */
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
      refunded += this.#refundPoints(redemption, Math.floor((all * returned) / total), 'return')
    }
    return refunded
  }

  /** Refunds points, last used first; after a return of goods, the refunded lots first pay arrears. */
  #refundPoints({ parts }: { parts: DebitPart[] }, target: number, cause: 'return' | 'manual') {
    const earliestExpiry = addDays(this.today, 30)
    const refundedParts: DebitPart[] = []
    for (const part of [...parts].reverse()) {
      const points = Math.max(Math.min(part.points, target) - part.refunded, 0)
      target -= Math.min(part.points, target)
      part.refunded += points
      if (points > 0) refundedParts.unshift({ ...part, points })
    }
    const lots = refundedParts.map(({ lot, points }) =>
      this.#addLot(points, lot.expiry > earliestExpiry ? lot.expiry : earliestExpiry, lot.earnedAt),
    )
    if (lots.length > 0) this.recover(this.today, cause === 'return' ? lots : [])
    return refundedParts.reduce((sum, { points }) => sum + points, 0)
  }

  assign(invoice: string, how: 'assign' | 'award') {
    const sale = this.#sales.get(invoice)!
    const cancelled = sale.lines.some((line) => line.cancelled > 0)
    if (how === 'assign') {
      if (sale.isAssigned) return refusedFor('sales.assigned_already')
      if (cancelled) return refusedFor('sales.assign_cancelled')
    } else {
      if (sale.lots.length > 0) return refusedFor('points.awarded_already')
      if (cancelled) return refusedFor('points.sale_cancelled')
      if (pointsOfLines(sale.cents).every((points) => points === 0)) return refusedFor('points.earns_nothing')
    }
    if (!sale.isAssigned) sale.isAssignedLater = true
    sale.isAssigned = true
    return this.#earn(sale)
  }

  unassign(invoice: string) {
    const sale = this.#sales.get(invoice)!
    if (!sale.isAssignedLater) return refusedFor('sales.not_assigned')
    if (sale.lines.some((line) => line.cancelled > 0)) return refusedFor('sales.already_taken_back')
    const awardedLots = [...sale.lots, ...sale.bonuses.flatMap(({ lots }) => lots)]
    if (awardedLots.some(({ remaining, amount }) => remaining < amount)) return refusedFor('sales.points_used')
    const reversed = awardedLots.reduce((sum, lot) => sum + this.#reverse(lot, lot.amount), 0)
    for (const line of sale.lines) line.points = 0
    Object.assign(sale, { lots: [], bonuses: [], isAssigned: false, isAssignedLater: false })
    return { reversed }
  }

  redeem(points: number, record: (parts: DebitPart[]) => void) {
    if (this.#usable(this.today) - this.arrears < points) return refusedFor('points.not_enough')
    record(this.#take(points, this.today))
    return {}
  }

  /** Redeems points for an invoice that was not fully returned, at most once until the points are refunded. */
  pay(invoice: string, points: number, record: (parts: DebitPart[]) => void) {
    const sale = this.#sales.get(invoice)!
    if (sale.lines.every(({ quantity, cancelled }) => quantity === cancelled))
      return refusedFor('points.sale_cancelled')
    if (this.#usable(this.today) - this.arrears < points) return refusedFor('points.not_enough')
    const isPaid = [...this.#redemptions.values()].some(
      (one) => one.invoice === invoice && one.parts.some((part) => part.points > part.refunded),
    )
    return isPaid ? refusedFor('points.used_twice') : this.redeem(points, record)
  }

  recordRedemption = (historyId: number, parts: DebitPart[], invoice?: string) =>
    void this.#redemptions.set(historyId, { parts, invoice })

  refund(historyId: number) {
    const redemption = this.#redemptions.get(historyId)!
    if (redemption.parts.every(({ points, refunded }) => points === refunded))
      return refusedFor('points.refunded_already')
    return { refunded: this.#refundPoints(redemption, Number.POSITIVE_INFINITY, 'manual') }
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
   * Merges a second record of the person into this record, with its sales, redemptions and arrears.
   * Remaining points of each lot keep their dates and spending state, and follow the lots of this record.
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

  /** Returns true if the nightly batch of that day would expire any points. */
  endsBefore = (nightly: string) => this.#lots.some(({ remaining, expiry }) => remaining > 0 && expiry < nightly)

  expire(nightly: string) {
    for (const lot of this.#lots) {
      if (lot.remaining === 0 || lot.expiry >= nightly) continue
      lot.expired += lot.remaining
      lot.remaining = 0
    }
  }
}
