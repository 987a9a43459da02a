import { isDeepStrictEqual } from 'node:util'
import { merging } from '#tests/factories/merges.ts'
import { member } from '#tests/factories/sales.ts'
import type { TestApp } from '#tests/test-app.ts'
import { ledgerCalls } from './calls.ts'
import { type Campaign, type DebitPart, isRefused, MemberModel, type RefusedOutcome } from './model.ts'
import { randomFrom } from './random.ts'

// Applies seeded random sequences of moves to the ledger and to the model, which must agree after every move.
// A sequence uses two members until they are merged, and then the survivor.

const TODAY = '2026-11-21'
/** The clock of the app at the start of a sequence. */
export const MODEL_CLOCK = `${TODAY}T04:00:00Z`
const NIGHTLY_RUNS = ['2026-12-01', '2027-01-01', '2027-04-01', '2027-11-01']
const DAYS = [TODAY, '2026-11-05', '2026-03-10', '2025-10-02', '2025-03-31', '2024-12-15', '2024-11-25']

export type Divergence = {
  seed: number
  step: number
  check: string
  ledger: unknown
  model: unknown
  before: string[]
}

/** A member, with the model of their points. */
type Side = {
  CustomerId: number
  MembershipNo: string
  model: MemberModel
  invoices: { InvoiceNo: string; lines: number }[]
  walkIns: string[]
  redemptions: number[]
}

type Reply = { status: number; body: Record<string, unknown>; refusal: { code: string } }

/** Returns the first divergence between ledger and model, or undefined. */
export async function modelRun(
  app: TestApp,
  seed: number,
  steps: number,
  campaigns: readonly Campaign[] = [],
): Promise<Divergence | undefined> {
  const random = randomFrom(seed)
  const moves = ledgerCalls(app)
  const side = async (): Promise<Side> => ({
    ...(await member(app.db)),
    model: new MemberModel(TODAY, MODEL_CLOCK.replace('Z', '.000Z'), campaigns),
    ...{ invoices: [], walkIns: [], redemptions: [] },
  })
  const sides = [await side(), await side()]
  const checks: string[] = []

  /** Returns the reply of a call in the terms of the model. */
  const reported = (reply: unknown, ...fields: (readonly [name: string, field: string])[]) => {
    const { status, body, refusal } = reply as Reply
    if (status >= 300) return { refused: refusal.code }
    return Object.fromEntries(fields.map(([name, field]) => [name, body[field]]))
  }

  async function move(step: number): Promise<[check: string, ledger: unknown, model: object | RefusedOutcome]> {
    const number = `M${seed}-${step}`
    const { MembershipNo, model, invoices, walkIns, redemptions } = random.pick(sides)
    const kind = random.weighted({
      sell: 6,
      walkIn: 2,
      add: 2,
      give: 2,
      take: 1,
      cancel: 5,
      redeem: 6,
      pay: 4,
      refund: 3,
      waive: 1,
      adjust: 3,
      expire: 1,
      recover: 1,
      merge: 2,
    })
    const sale = invoices.length > 0 ? random.pick(invoices) : undefined
    const walkIn = walkIns.length > 0 ? random.pick(walkIns) : undefined
    const redeemed = redemptions.length > 0 ? random.pick(redemptions) : undefined
    switch (kind) {
      case 'sell':
      case 'walkIn': {
        const lines = Array.from({ length: random.from(1, 4) }, () => ({
          cents: random.pick([random.from(1, 999), random.from(1000, 300_000)]),
          quantity: random.from(1, 4),
        }))
        const isAssigned = kind === 'sell'
        const day = isAssigned ? random.pick(DAYS) : random.pick([TODAY, '2026-11-05'])
        invoices.push({ InvoiceNo: number, lines: lines.length })
        if (!isAssigned) walkIns.push(number)
        const reply = await moves.sell(number, isAssigned ? MembershipNo : null, lines, day)
        return [
          `${kind} ${number}`,
          reported(reply, ['earned', 'EarnedPoints'], ['bonus', 'BonusPoints']),
          model.sell(number, lines, day, isAssigned),
        ]
      }
      case 'cancel': {
        if (!sale) return [kind, {}, {}]
        const parts = random.chance(0.7)
          ? [{ line: random.from(1, sale.lines), quantity: random.from(1, 3) }]
          : ([] as { line: number; quantity: number }[])
        const reply = await moves.cancel(sale.InvoiceNo, parts)
        return [
          `cancel ${sale.InvoiceNo} ${JSON.stringify(parts)}`,
          reported(reply, ['reversed', 'ReversedPoints'], ['refunded', 'RefundedPoints']),
          model.cancel(sale.InvoiceNo, parts),
        ]
      }
      case 'add': {
        if (!sale) return [kind, {}, {}]
        const line = { cents: random.from(1, 200_000), quantity: random.from(1, 3) }
        const reply = await moves.add(sale.InvoiceNo, line)
        if (reply.status === 200 || reply.status === 201) sale.lines++
        return [
          `add to ${sale.InvoiceNo}`,
          reported(reply, ['points', 'PointsEarned']),
          model.add(sale.InvoiceNo, line),
        ]
      }
      case 'give': {
        if (!walkIn) return [kind, {}, {}]
        const how = random.pick(['assign', 'award'] as const)
        const reply = await moves[how](walkIn, MembershipNo)
        return [
          `${how} ${walkIn}`,
          reported(reply, ['earned', 'EarnedPoints'], ['bonus', 'BonusPoints']),
          model.assign(walkIn, how),
        ]
      }
      case 'take': {
        if (!walkIn) return [kind, {}, {}]
        const reply = await moves.unassign(walkIn)
        return [`take ${walkIn}`, reported(reply, ['reversed', 'PointsBack']), model.unassign(walkIn)]
      }
      case 'redeem': {
        const points = random.from(1, 400)
        const reply = await moves.redeem(MembershipNo, points, number)
        const HistoryId = reply.status === 201 ? reply.body.History.HistoryId : 0
        const expected = model.redeem(points, (parts) => model.recordRedemption(HistoryId, parts))
        if (HistoryId && !isRefused(expected)) redemptions.push(HistoryId)
        return [`redeem ${points}`, reported(reply), expected]
      }
      case 'pay': {
        if (!sale) return [kind, {}, {}]
        const points = random.from(1, 400)
        const reply = await moves.pay(MembershipNo, points, sale.InvoiceNo)
        const HistoryId = reply.status === 201 ? reply.body.History.HistoryId : 0
        const record = (parts: DebitPart[]) => model.recordRedemption(HistoryId, parts, sale.InvoiceNo)
        const expected = model.pay(sale.InvoiceNo, points, record)
        if (HistoryId && !isRefused(expected)) redemptions.push(HistoryId)
        return [`pay ${points} of ${sale.InvoiceNo}`, reported(reply), expected]
      }
      case 'refund': {
        if (!redeemed) return [kind, {}, {}]
        const reply = await moves.refund(redeemed)
        return [`refund ${redeemed}`, reported(reply, ['refunded', 'Refunded']), model.refund(redeemed)]
      }
      case 'waive': {
        const points = random.from(1, Math.max(model.arrears + 5, 5))
        return [`waive ${points}`, reported(await moves.waive(MembershipNo, points)), model.waive(points)]
      }
      case 'adjust': {
        const points = random.chance(0.6) ? random.from(1, 300) : -random.from(1, 300)
        const expiry = random.pick([undefined, '2026-11-30', '2027-06-15'])
        const reply = await moves.adjust(MembershipNo, points, expiry)
        return [`adjust ${points} until ${expiry}`, reported(reply), model.adjust(points, expiry)]
      }
      case 'expire': {
        const nightly = random.pick(NIGHTLY_RUNS)
        // Processes only this member, although the nightly batch processes all members.
        if (model.endsBefore(nightly))
          await app.sql('select * from expire_lots($1, 1, $2, now())', before(MembershipNo), nightly)
        model.expire(nightly)
        return [`expire by ${nightly}`, {}, {}]
      }
      case 'recover': {
        if (model.arrears > 0)
          await app.sql('select * from recover_arrears_of_many($1, 1, $2)', before(MembershipNo), TODAY)
        model.recover(TODAY)
        return ['recover', {}, {}]
      }
      case 'merge': {
        const [survivor, merged] = sides
        if (!survivor || !merged) return [kind, {}, {}]
        sides.pop()
        await merging(app).merge(survivor, merged)
        survivor.model.merge(merged.model)
        for (const list of ['invoices', 'walkIns', 'redemptions'] as const)
          survivor[list].push(...(merged[list] as never[]))
        return [`merge of ${merged.MembershipNo} into ${survivor.MembershipNo}`, {}, {}]
      }
    }
  }

  for (let step = 1; step <= steps; step++) {
    const [check, ledger, expected] = await move(step)
    checks.push(check)
    const differs = (part: string, ledger: unknown, model: unknown): Divergence => ({
      seed,
      step,
      check: `${check}: ${part}`,
      ledger,
      model,
      before: checks,
    })
    if (!isDeepStrictEqual(ledger, expected)) return differs('reply', ledger, expected)
    for (const { MembershipNo, model } of sides) {
      const balanceAfter = await ledgerOf(app, MembershipNo)
      const { points, arrears, available, open } = model
      if (!isDeepStrictEqual(balanceAfter, { points, arrears, available, open }))
        return differs(`balance of ${MembershipNo}`, balanceAfter, { points, arrears, available, open })
    }
  }
  return undefined
}

async function ledgerOf(app: TestApp, MembershipNo: string) {
  const [row] = await app.sql<{ points: number; arrears: number; available: number; open: unknown }>(
    `select coalesce(max(b.points), 0)::int as points, coalesce(max(b.arrears), 0)::int as arrears, points_available($1, $2)::int as available,
       coalesce((select jsonb_agg(jsonb_build_object('remaining', lot.remaining, 'expiry', lot.expiry_date) order by lot.expiry_date, lot.earned_at, lot.history_id)
         from (select *, point_amount - point_reversed - point_utilized - point_expired as remaining from point_history where membership_no = $1) lot
         where lot.remaining > 0), '[]') as open
     from point_balance b where membership_no = $1`,
    MembershipNo,
    TODAY,
  )
  return row
}

/** Returns the customer id just before a member's, from which the nightly batch continues. */
const before = (MembershipNo: string) => {
  const [, prefix, digits] = /^(\D*)(\d+)$/.exec(MembershipNo)!
  return prefix + String(Number(digits) - 1).padStart(digits!.length, '0')
}
