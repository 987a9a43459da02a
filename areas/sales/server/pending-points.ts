import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

/** SQL of the points of manual sales that await approval. */
export const findPendingPoints: NonNullable<ServerArea['pendingPoints']> = (membershipNo) => sql`coalesce((
  select sum(claimed_points) from transaction_summary where claimed_membership_no = ${membershipNo} and approval_status = 'Pending'), 0)::bigint`

export const salePointsOfTransactionSql: NonNullable<ServerArea['salePoints']> = (transactionId) =>
  sql`(select parts from points_of_sale(${transactionId}))`

export const findSaleOfInvoice: NonNullable<ServerArea['findSaleOfInvoice']> = (ctx, InvoiceNo) =>
  ctx.db
    .selectFrom('TransactionSummary')
    .select(['TransactionId', 'MembershipNo'])
    .where('InvoiceNo', '=', InvoiceNo)
    .where('TransactionType', '=', 'N')
    .executeTakeFirst()
