import { addTransaction } from '#areas/sales/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'

/** Posts the return of an exchange before its sale, so that the sale can use points that the return refunds. */
export async function enterExchange(ctx: Ctx, input: Input<typeof contract.enterExchange>) {
  const { RefundedPoints: _, ...Return } = await addTransaction(ctx, { ...input.Return, TransactionType: 'C' })
  const { RefundedPoints: __, ...Sale } = await addTransaction(ctx, { ...input.Sale, TransactionType: 'N' })
  return { Return, Sale }
}
