import type { RawBuilder } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { defineSqlEvent } from '#kit/server/events.ts'

/** Published by take_points(); a till may take points for an invoice before the sale arrives. */
export const invoiceRedeeming = defineSqlEvent('invoice_redeeming', 'Points are about to be redeemed for an invoice', {
  name: 'invoice',
  type: 'text',
})

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Points of a member that await approval, as an SQL expression on the membership number. */
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
