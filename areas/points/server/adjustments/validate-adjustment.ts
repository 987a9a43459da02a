import { sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { adjustmentRefusals, type NewAdjustment, refusals } from '../../contract.ts'
import { findInvoicedSale } from '../events.ts'
import { balanceOf, findMember } from '../rows.ts'

/** Up to how many points this caller may adjust alone; anyone who lacks the privilege needs a second person for each. */
export async function limitOf(ctx: Ctx): Promise<number> {
  if (!ctx.actor.privileges.has('Adjust Points')) return 0
  const own = await settings(ctx)
  return ctx.actor.isHQ ? own['adjustment.limitHQ'] : own['adjustment.limitManager']
}

/** Until when points that are given today are valid, by the member's structure and level; null is forever. */
export async function adjustmentExpiry(ctx: Ctx, MembershipNo: string): Promise<string | null> {
  const { rows } = await sql<{ ExpiryDate: string | null }>`
    select adjustment_expiry(${MembershipNo}, ${ctx.today}) as expiry_date`.execute(ctx.db)
  return rows[0]!.ExpiryDate
}

/**
 * The member and the sale that an adjustment names, whether its reason is one of the list, and whether there is as much as it
 * takes: asked when it is entered and again when it is approved.
 */
export async function validate(ctx: Ctx, input: NewAdjustment) {
  const member = await findMember(ctx.db, input.MembershipNo)
  // Points may still be deducted: a suspension often is about points that should not be there.
  if (input.TransactionType === 'Adjust In' && [member.Status, member.CustomerStatus].includes('Suspended'))
    throw adjustmentRefusals.memberSuspended()
  if (input.TransactionType === 'Adjust Out' && input.ExpiryDate) throw adjustmentRefusals.expiryOfOut()
  if (input.ExpiryDate && input.ExpiryDate < ctx.today)
    throw adjustmentRefusals.expired({ ExpiryDate: input.ExpiryDate })
  await requireReason(ctx, input.ReasonCode)
  if (input.TransactionType === 'Adjust Out') {
    const { Available } = await balanceOf(ctx, member.MembershipNo)
    if (Available < input.PointAmount) throw refusals.notEnough({ Available })
  }
  return { member, TransactionId: await saleOf(ctx, input.InvoiceNo, member.MembershipNo) }
}

/** The sale that an invoice number names; it must be this member's. */
export async function saleOf(ctx: Ctx, InvoiceNo: string | null | undefined, MembershipNo: string) {
  if (!InvoiceNo) return null
  const sale = await findInvoicedSale(ctx, InvoiceNo)
  if (!sale) throw refusals.saleNotFound({ InvoiceNo })
  if (sale.MembershipNo !== MembershipNo) throw refusals.saleOfOther({ InvoiceNo })
  return sale.TransactionId
}

/** A company that keeps no list of reasons takes any. */
async function requireReason(ctx: Ctx, ReasonCode: string) {
  const { rows } = await sql<{ Known: boolean | null }>`
    select bool_or(value = ${ReasonCode}) as known from list_item where list_name = 'AdjustmentReason' and status = 'Active'`.execute(
    ctx.db,
  )
  if (rows[0]?.Known === false) throw adjustmentRefusals.noSuchReason({ ReasonCode })
}
