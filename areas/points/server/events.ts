import type { RawBuilder } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { defineSqlEvent } from '#kit/server/events.ts'

/** Event that take_points() publishes before it redeems points for an invoice; the sale may arrive afterwards. */
export const invoiceRedeemingEvent = defineSqlEvent(
  'invoice_redeeming',
  'Points are about to be redeemed for an invoice',
  {
    name: 'invoice',
    type: 'text',
  },
)

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** SQL expression of a member's points that await approval; the parameter is the membership number in SQL. */
    pendingPoints?: (membershipNo: RawBuilder<unknown>) => RawBuilder<unknown>
    /** Finds the sale with an invoice number; undefined if there is none. */
    findSaleOfInvoice?: (ctx: Ctx, InvoiceNo: string) => Promise<InvoicedSale | undefined>
  }
}

export type InvoicedSale = { TransactionId: number; MembershipNo: string | null }

/** Finds the sale with an invoice number; undefined if there is none. */
export async function findInvoicedSale(ctx: Ctx, InvoiceNo: string): Promise<InvoicedSale | undefined> {
  for (const { findSaleOfInvoice } of ctx.services.areas)
    if (findSaleOfInvoice) return findSaleOfInvoice(ctx, InvoiceNo)
  return undefined
}
