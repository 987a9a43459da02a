import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { adjustmentRefusals, type NewAdjustment, pointRefusals } from '../../contract.ts'
import { findInvoicedSale } from '../events.ts'
import { findMemberByNumber, requirePointBalance } from '../rows.ts'

/** Returns the number of points that the caller may adjust without approval; 0 without the privilege. */
export async function readAdjustmentLimit(ctx: Ctx): Promise<number> {
  if (!ctx.actor.privileges.has('Adjust Points')) return 0
  const limits = await readSettings(ctx)
  return ctx.actor.isHQ ? limits['adjustment.limitHQ'] : limits['adjustment.limitManager']
}

/** Returns the last day of points credited today, by the member's structure and level; null if they never expire. */
export const adjustmentExpiry = (ctx: Ctx, MembershipNo: string) =>
  databaseFunctions.adjustmentExpiry(ctx.db, { member: MembershipNo, today: ctx.today })

/** Validates member, sale, reason and available points of an adjustment. Runs on entry and again on approval. */
export async function validateAdjustment(ctx: Ctx, input: NewAdjustment) {
  const member = await findMemberByNumber(ctx.db, input.MembershipNo)
  // Deductions are allowed for a suspended member, because a suspension often concerns points given wrongly.
  if (input.TransactionType === 'Adjust In' && [member.Status, member.CustomerStatus].includes('Suspended'))
    throw adjustmentRefusals.memberSuspended()
  if (input.TransactionType === 'Adjust Out' && input.ExpiryDate) throw adjustmentRefusals.expiryOfOut()
  if (input.ExpiryDate && input.ExpiryDate < ctx.today)
    throw adjustmentRefusals.expired({ ExpiryDate: input.ExpiryDate })
  await requireReason(ctx, input.ReasonCode)
  if (input.TransactionType === 'Adjust Out') {
    const { Available } = await requirePointBalance(ctx, member.MembershipNo)
    if (Available < input.PointAmount) throw pointRefusals.notEnough({ Available })
  }
  return { member, TransactionId: await findSaleOfMember(ctx, input.InvoiceNo, member.MembershipNo) }
}

/** Finds the sale with an invoice number; throws if no such sale exists or if another member bought the goods. */
export async function findSaleOfMember(ctx: Ctx, InvoiceNo: string | null | undefined, MembershipNo: string) {
  if (!InvoiceNo) return null
  const sale = await findInvoicedSale(ctx, InvoiceNo)
  if (!sale) throw pointRefusals.saleNotFound({ InvoiceNo })
  if (sale.MembershipNo !== MembershipNo) throw pointRefusals.saleOfOther({ InvoiceNo })
  return sale.TransactionId
}

/** A company without a list of reasons accepts any reason. */
async function requireReason(ctx: Ctx, ReasonCode: string) {
  const { rows } = await sql<{ Known: boolean | null }>`
    select bool_or(value = ${ReasonCode}) as known from list_item where list_name = 'AdjustmentReason' and status = 'Active'`.execute(
    ctx.db,
  )
  if (rows[0]?.Known === false) throw adjustmentRefusals.noSuchReason({ ReasonCode })
}
