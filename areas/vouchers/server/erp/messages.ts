import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import * as contract from '../../contract/erp.ts'

const refusals = contract.erpRefusals

// Endpoints about messages to the ERP, for staff who administer the exchange.

const columns = [
  'MessageId',
  'Kind',
  'VoucherNo',
  sql<string | null>`content->>'ReferenceCode'`.as('ReferenceCode'),
  'Status',
  'Attempts',
  'Error',
  'CreatedAt',
  sql<string | null>`case when status = 'Queued' then next_try_at end`.as('NextTryAt'),
  'SentAt',
] as const

export const listErpMessages = (ctx: Ctx, { Search }: Input<typeof contract.listErpMessages>) =>
  queryList(ctx.db.selectFrom('ErpOutbox').select(columns), {
    where: [equals('Status', Search.Status), equals('Kind', Search.Kind), equals('VoucherNo', Search.VoucherNo)],
    tie: 'MessageId',
  })

async function lockFailed(ctx: Ctx, MessageId: string) {
  const message = await ctx.db
    .selectFrom('ErpOutbox')
    .select(['Status', 'VoucherNo'])
    .where('MessageId', '=', MessageId)
    .forUpdate()
    .executeTakeFirst()
  if (!message) throw refusals.notFound()
  if (message.Status !== 'Failed') throw refusals.notFailed()
  return message
}

const logMessage = (ctx: Ctx, action: string, MessageId: string, more: string) =>
  ctx.audit(action, 'ErpMessage', MessageId, `${action} in ERP Messages. MessageId - ${MessageId}, ${more}`)

export async function sendErpMessageAgain(ctx: Ctx, { MessageId }: Input<typeof contract.sendErpMessageAgain>) {
  const { VoucherNo } = await lockFailed(ctx, MessageId)
  const message = await ctx.db
    .updateTable('ErpOutbox')
    // The number of attempts stays, because the ERP may have received the message in an earlier attempt.
    .set({ Status: 'Queued', Faults: 0, Error: null, NextTryAt: ctx.now })
    .where('MessageId', '=', MessageId)
    .returning(columns)
    .executeTakeFirstOrThrow()
  logMessage(ctx, 'Send ERP Message Again', MessageId, `VoucherNo - ${VoucherNo}`)
  return message
}

export async function withdrawErpMessage(ctx: Ctx, { MessageId, Reason }: Input<typeof contract.withdrawErpMessage>) {
  const { VoucherNo } = await lockFailed(ctx, MessageId)
  const message = await ctx.db
    .updateTable('ErpOutbox')
    .set({ Status: 'Cancelled' })
    .where('MessageId', '=', MessageId)
    .returning(columns)
    .executeTakeFirstOrThrow()
  logMessage(ctx, 'Withdraw ERP Message', MessageId, `VoucherNo - ${VoucherNo}, Reason - ${Reason}`)
  return message
}

// Endpoints about voucher uses that the tills of the ERP have reported.

const contentField = (field: 'InvoiceNo' | 'OutletCode' | 'UsedAt') => sql<string | null>`content->>${sql.lit(field)}`

const useColumns = [
  'MessageId',
  'VoucherNo',
  contentField('InvoiceNo').as('InvoiceNo'),
  contentField('OutletCode').as('OutletCode'),
  // A malformed message may have an invalid UsedAt.
  sql<string | null>`case when error is distinct from 'malformed' then (content->>'UsedAt')::timestamptz end`.as(
    'UsedAt',
  ),
  'Status',
  sql<contract.ErpTillUse['Reason']>`error`.as('Reason'),
  'ReceivedAt',
  'ReviewRemark',
  'ReviewedBy',
] as const

export const listTillUses = (ctx: Ctx, { Search }: Input<typeof contract.listTillUses>) =>
  queryList(ctx.db.selectFrom('ErpInbox').select(useColumns), {
    where: [
      equals('Status', Search.Status),
      equals('error', Search.Reason),
      equals('VoucherNo', Search.VoucherNo),
      Search.InvoiceNo && sql`content->>'InvoiceNo' = ${Search.InvoiceNo}`,
    ],
    tie: 'MessageId',
  })

/** Marks the use of a voucher at a till as reviewed; the voucher stays unchanged. */
export async function reviewTillUse(ctx: Ctx, { MessageId, Remark }: Input<typeof contract.reviewTillUse>) {
  const message = await ctx.db
    .selectFrom('ErpInbox')
    .select(['Status', 'VoucherNo'])
    .where('MessageId', '=', MessageId)
    .forUpdate()
    .executeTakeFirst()
  if (!message) throw refusals.notFound()
  if (message.Status !== 'Review') throw refusals.notToReview()
  const use = await ctx.db
    .updateTable('ErpInbox')
    .set({ Status: 'Reviewed', ReviewRemark: Remark, ReviewedById: ctx.actor.userId, ReviewedBy: ctx.actor.name })
    .where('MessageId', '=', MessageId)
    .returning(useColumns)
    .executeTakeFirstOrThrow()
  logMessage(ctx, 'Review Voucher Use', MessageId, `VoucherNo - ${message.VoucherNo ?? ''}`)
  return use
}
