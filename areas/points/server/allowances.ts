import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { awaitStatements } from '#kit/server/database-refusal.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { type History, pointRefusals } from '../contract/ledger.ts'
import { refuseChangedContact } from './redeem-points.ts'
import { pointHistoryColumns, pointHistoryTables, requirePointBalance } from './rows.ts'
import { redemptionSource } from './take-points.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The limits of redemptions at tills without a connection. */
export async function readOfflineLimits(ctx: Pick<Ctx, 'db'>) {
  const settings = await readSettings(ctx)
  return {
    AllowancePoints: settings['offline.allowancePoints'],
    AllowanceHours: settings['offline.allowanceHours'],
    SettleDays: settings['offline.settleDays'],
    RedemptionPoints: settings['offline.redemptionPoints'],
  }
}

type AllowanceRequest = { MembershipNo: string; Points: number | null; TillNo: string }

/** Reserves points of an Active member for the calling till, and replaces the till's open allowance for the member. */
export async function issueAllowance(ctx: Ctx, { MembershipNo, Points, TillNo }: AllowanceRequest) {
  const { AllowancePoints, AllowanceHours, SettleDays } = await readOfflineLimits(ctx)
  const ValidUntil = new Date(ctx.now.getTime() + AllowanceHours * HOUR_MS)
  const SettleUntil = businessDate(new Date(ValidUntil.getTime() + SettleDays * DAY_MS), ctx.timeZone)
  await refuseChangedContact(ctx, MembershipNo)
  const { userId: AccountId, outletCode: OutletCode } = ctx.actor
  const terms = { Points, TillNo, AccountId, OutletCode, DayMax: AllowancePoints, ValidUntil, SettleUntil }
  return databaseFunctions.issueAllowance(
    ctx.db,
    { number: MembershipNo, today: ctx.today, atTime: ctx.now, terms },
    pointRefusals,
  )
}

/** Ends an allowance of the calling account and returns its unused points to the member. */
export const endAllowance = ({ db, actor, today }: Ctx, AllowanceId: number) =>
  databaseFunctions.endAllowance(db, { id: AllowanceId, account: actor.userId, today }, pointRefusals)

type OfflineRedemption = {
  MembershipNo: string
  Points: number
  InvoiceNo: string
  /** By the clock of the till; a time ahead of the server's counts as the server's. */
  PerformedAt: string
  Remark?: string | null | undefined
  /** The allowance of this till, or the reason why the text of an allowance is not accepted. */
  AllowanceId: number | null
  Obstacle: string | null
}

/** Enters a redemption that took place at a till without a connection. An invoice takes points only once. */
export async function settleRedemption(ctx: Ctx, redemption: OfflineRedemption) {
  const { MembershipNo, Points, InvoiceNo, Remark, AllowanceId, Obstacle, PerformedAt } = redemption
  const { RedemptionPoints } = await readOfflineLimits(ctx)
  const object = { ObjectType: 'Invoice', ObjectValue: InvoiceNo }
  const settlement = {
    number: MembershipNo,
    amount: Points,
    today: ctx.today,
    atTime: ctx.now,
    source: { ...object, Remark, ...redemptionSource(ctx) },
    terms: { AllowanceId, Obstacle, PerformedAt, DayMax: RedemptionPoints },
  }
  const [settled, { rows }, Balance] = await awaitStatements(
    databaseFunctions.settleRedemption(ctx.db, settlement, pointRefusals).catch((error: { constraint?: string }) => {
      throw error.constraint === 'point_history_source' ? pointRefusals.usedTwice(object) : error
    }),
    sql<History>`select ${pointHistoryColumns} from ${pointHistoryTables}
      where h.object_type = 'Invoice' and h.object_value = ${InvoiceNo} and h.transaction_type = 'Redeem' and h.reference_code is null
      order by h.history_id desc limit 1`.execute(ctx.db),
    requirePointBalance(ctx, sql`surviving_membership(${MembershipNo})`),
  )
  // The customer's contact was unchanged when the allowance was issued, so the allowance needs no confirmation.
  if (settled.Covered < Points) await refuseChangedContact(ctx, MembershipNo)
  return { ...settled, History: rows[0]!, Balance }
}
