import { beforeAll, expect, test } from 'vitest'
import { redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { points } from '#tests/factories/rewards.ts'
import { checkLedger, member } from '#tests/factories/sales.ts'
import { make, systemWith, useApp } from '#tests/harness.ts'
import { randomFrom } from '#tests/ledger/random.ts'
import { addAllowance, endAllowance, enterRedemption } from '../contract.ts'

// Random sequences of allowances, redemptions, returns and nights, which the ledger and a model must answer alike.

const SEQUENCES = 12
const STEPS = 40
const DAY_MAX = 2_000
const LIMIT = 120
const GRACE_DAYS = 30
const FIRST_DAY = '2026-11-21'

const app = useApp({ at: `${FIRST_DAY}T02:00:00Z` })
const tills = [systemWith('points:redeem', 'points:redeem:cancel'), systemWith('points:redeem')] as const

beforeAll(() => app.sql(`insert into setting (name, value) values ('offline.redemptionPoints', $1)`, String(LIMIT)))

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

type Lot = { left: number; expiry: string }
type Allowance = {
  till: number
  text: string
  left: number
  issued: number
  issuedOn: string
  settleUntil: string
  open: boolean
}
type Redemption = { HistoryId: number; parts: { points: number; expiry: string }[]; owed: number }

/** A member's points by the rules in docs/architecture.md, written without the SQL functions. */
class PointModel {
  day = FIRST_DAY
  lots: Lot[] = []
  debts: Redemption[] = []
  allowances: Allowance[] = []
  withoutAllowance = new Map<string, number>()

  get usable() {
    return this.lots.reduce((sum, { left, expiry }) => sum + (expiry >= this.day ? left : 0), 0)
  }
  get arrears() {
    return this.debts.reduce((sum, { owed }) => sum + owed, 0)
  }
  get reserved() {
    return this.allowances.reduce((sum, { open, left }) => sum + (open ? left : 0), 0)
  }
  get available() {
    return Math.max(0, this.usable - this.arrears - this.reserved)
  }
  get state() {
    const remaining = this.lots.reduce((sum, { left }) => sum + left, 0)
    return {
      points: remaining - this.arrears,
      arrears: this.arrears,
      reserved: this.reserved,
      available: this.available,
    }
  }

  credit(amount: number, expiry: string) {
    this.lots.push({ left: amount, expiry })
    this.recover()
  }

  /** Takes points from usable lots, soonest expiry first. */
  take(amount: number) {
    const parts: Redemption['parts'] = []
    let rest = amount
    for (const lot of this.lots.toSorted((one, other) => one.expiry.localeCompare(other.expiry))) {
      const fromLot = lot.expiry >= this.day ? Math.min(lot.left, rest) : 0
      if (fromLot > 0) parts.push({ points: fromLot, expiry: lot.expiry })
      lot.left -= fromLot
      rest -= fromLot
    }
    if (rest > 0) throw new Error(`The lots lack ${rest} points`)
    return parts
  }

  recover() {
    let payable = Math.min(this.arrears, Math.max(0, this.usable - this.reserved))
    for (const debt of this.debts) {
      const paid = Math.min(debt.owed, payable)
      if (paid > 0) debt.parts.push(...this.take(paid))
      debt.owed -= paid
      payable -= paid
    }
  }

  request(till: number, points: number): { points: number } | { refused: string } {
    const replaced = this.allowances.filter((own) => own.open && own.till === till)
    for (const own of replaced) own.open = false
    const granted = this.grantable(points)
    // A refused request changes nothing.
    if ('refused' in granted) for (const own of replaced) own.open = true
    return granted
  }

  private grantable(points: number) {
    const issued = this.allowances
      .filter(({ issuedOn }) => issuedOn === this.day)
      .reduce((sum, own) => sum + (own.open ? own.issued : own.issued - own.left), 0)
    if (issued >= DAY_MAX) return { refused: 'points.allowance_limit' }
    const settleUntil = dayAfter(this.day, 3)
    const days = [settleUntil, ...this.allowances.filter(({ open }) => open).map((own) => own.settleUntil)]
    const lasting = days
      .filter((day) => day >= this.day && day <= settleUntil)
      .map(
        (day) =>
          this.lots.reduce((sum, { left, expiry }) => sum + (expiry >= day ? left : 0), 0) -
          this.allowances.reduce((sum, own) => sum + (own.open && own.settleUntil >= day ? own.left : 0), 0),
      )
    const granted = Math.min(points, DAY_MAX - issued, this.available, ...lasting)
    return granted > 0 ? { points: granted } : { refused: 'points.nothing_to_reserve' }
  }

  redeemOffline(amount: number, allowance: Allowance | undefined) {
    const valid = allowance?.open && this.day <= allowance.settleUntil ? allowance : undefined
    const covered = Math.min(amount, valid?.left ?? 0)
    const day = this.withoutAllowance.get(this.day) ?? 0
    if (amount - covered > Math.max(0, LIMIT - day) && amount > covered) return { refused: 'points.offline_limit' }
    const owed = amount - Math.min(this.usable, covered + Math.min(amount - covered, this.available))
    this.withoutAllowance.set(this.day, day + amount - covered)
    if (valid) {
      valid.left -= covered
      if (valid.left === 0) valid.open = false
    }
    return { covered, owed }
  }

  refund({ parts, owed }: Redemption) {
    const returned = parts.map(({ points, expiry }) => {
      const grace = dayAfter(this.day, GRACE_DAYS)
      return { left: points, expiry: expiry > grace ? expiry : grace }
    })
    const refunded = owed + returned.reduce((sum, { left }) => sum + left, 0)
    this.debts = this.debts.filter((debt) => debt.parts !== parts)
    this.lots.push(...returned)
    this.recover()
    return refunded
  }

  night(day: string) {
    this.day = day
    for (const allowance of this.allowances) if (allowance.settleUntil < day) allowance.open = false
    this.recover()
    for (const lot of this.lots) if (lot.expiry < day) lot.left = 0
  }
}

const sequences = Array.from({ length: SEQUENCES }, (_, index) => index + 1)

test.each(sequences)('allowances: ledger and model agree after every step of random sequence %i', async (seed) => {
  const random = randomFrom(seed)
  const model = new PointModel()
  const { MembershipNo } = await member(app.db)
  const redemptions: Redemption[] = []
  app.clock.set(`${FIRST_DAY}T02:00:00Z`)
  const steps: string[] = []

  const give = async () => {
    const amount = random.from(1, 200)
    const expiry = dayAfter(model.day, random.pick([0, 1, 2, 3, 4, 8, 400]))
    await points(app.db, MembershipNo, amount, expiry)
    model.credit(amount, expiry)
    return `give ${amount} until ${expiry}`
  }
  const request = async () => {
    const till = random.from(0, 1)
    const Points = random.from(1, 300)
    const { status, body, refusal } = await app.call(addAllowance, { MembershipNo, Points }, tills[till])
    const expected = model.request(till, Points)
    expect(status === 201 ? { points: body.Points } : { refused: refusal.code }).toEqual(expected)
    if ('points' in expected) {
      const dates = { issuedOn: model.day, settleUntil: body.SettleUntil }
      const amounts = { left: expected.points, issued: expected.points }
      model.allowances.push({ till, text: body.Allowance, open: true, ...dates, ...amounts })
    }
    return `till ${till} requests ${Points}`
  }
  const end = async () => {
    const allowance = model.allowances.length > 0 ? random.pick(model.allowances) : undefined
    if (!allowance) return 'end nothing'
    const { body } = await app.call(endAllowance, { Allowance: allowance.text }, tills[allowance.till]!)
    expect(body.Points).toBe(allowance.open ? allowance.left : 0)
    if (allowance.open) {
      allowance.open = false
      model.recover()
    }
    return 'end'
  }
  const redeemOffline = async () => {
    const allowance = random.chance(0.7) && model.allowances.length > 0 ? random.pick(model.allowances) : undefined
    const Points = random.from(1, 150)
    const redemption = {
      ...{ MembershipNo, Points, InvoiceNo: `MODEL-${make.nextNumber()}` },
      PerformedAt: app.clock.now().toISOString(),
      ...(allowance && { Allowance: allowance.text }),
    }
    const isValid = allowance?.open === true && allowance.issuedOn === model.day && allowance.left >= Points
    const { status, body, refusal } = await app.call(enterRedemption, redemption, tills[allowance?.till ?? 0]!)
    // Allowances are valid for twelve hours, so one of an earlier day counts as none.
    const expected = model.redeemOffline(Points, allowance?.issuedOn === model.day ? allowance : undefined)
    expect(
      status === 201 ? { covered: body.AllowancePoints, owed: body.OwedPoints } : { refused: refusal.code },
    ).toEqual(expected)
    const whole = { covered: Points, owed: 0 }
    expect(isValid ? expected : whole).toEqual(whole)
    if (!('refused' in expected)) {
      const entry = {
        HistoryId: body.History.HistoryId,
        parts: model.take(Points - expected.owed),
        owed: expected.owed,
      }
      redemptions.push(entry)
      model.debts.push(entry)
    }
    return `redeem ${Points} offline ${allowance ? 'with' : 'without'} an allowance`
  }
  const redeemOnline = async () => {
    const Points = random.from(1, 150)
    const object = { ObjectType: 'Invoice', ObjectValue: `MODEL-${make.nextNumber()}` }
    const { status, body, refusal } = await app.call(redeemPoints, { MembershipNo, Points, ...object }, tills[0])
    const isCovered = Points <= model.usable - model.arrears - model.reserved
    expect(status === 201 || refusal.code).toBe(isCovered || 'points.not_enough')
    if (isCovered) redemptions.push({ HistoryId: body.History.HistoryId, parts: model.take(Points), owed: 0 })
    return `redeem ${Points}`
  }
  const refund = async () => {
    if (redemptions.length === 0) return 'refund nothing'
    const redemption = redemptions.splice(random.from(0, redemptions.length - 1), 1)[0]!
    const refund = { HistoryId: redemption.HistoryId, Remark: 'Back' }
    expect((await app.call(refundRedemption, refund, tills[0])).body.Refunded).toBe(model.refund(redemption))
    return 'refund'
  }
  const night = async () => {
    const day = dayAfter(model.day, random.pick([1, 1, 2, 5]))
    app.clock.set(`${day}T02:00:00Z`)
    await app.sql('select * from end_past_allowances($1, 1000, $2)', '', day)
    await app.sql('select * from recover_arrears_of_many($1, 1000, $2)', '', day)
    await app.sql('select * from expire_lots($1, 1000, $2, now())', '', day)
    model.night(day)
    return `night before ${day}`
  }

  const moves = { give, request, end, redeemOffline, redeemOnline, refund, night }
  const weights = { give: 5, request: 5, end: 1, redeemOffline: 7, redeemOnline: 2, refund: 2, night: 2 }
  for (let step = 0; step < STEPS; step++) {
    steps.push(await moves[random.weighted(weights)]())
    const [state = { points: 0, arrears: 0, reserved: 0, available: 0 }] = await app.sql(
      `select points::int, arrears::int, reserved::int, points_available($1, $2)::int as available from point_balance where membership_no = $1`,
      MembershipNo,
      model.day,
    )
    expect({ state, steps }).toEqual({ state: model.state, steps })
  }
  expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
  expect(await app.sql('select * from ledger_differences()')).toEqual([])
})
