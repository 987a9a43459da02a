import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, equals, equalsText, isBetweenBounds, type RowFilter, startsWith } from '#kit/server/filters.ts'
import { queryList, sqlList } from '#kit/server/list.ts'
import * as contract from '../contract.ts'

const refusals = contract.voucherRefusals

export const voucherColumns = [
  'VoucherNo',
  sql<string>`${sql.lit(contract.MASKED_SECURITY_CODE)}`.as('SecurityCode'),
  'VoucherType',
  sql<string>`value::text`.as('Value'),
  'Reference',
  'ExpiryDate',
  'Status',
  'IsAssignedYN',
  'PostedToProntoYN',
  'AssignedTo',
  'AssignedAt',
  'UsedInvoiceNo',
  'UsedAt',
  'BatchId',
  'LockedUntil',
  'Version',
  'CreatedAt',
  'UpdatedAt',
] as const

const filtersOf = (Search: Input<typeof contract.listVouchers>['Search']): RowFilter[] => [
  Search.Status ? equals('Status', Search.Status) : sql`status <> 'Deleted'`,
  startsWith('VoucherNo', Search.VoucherNo),
  equals('VoucherType', Search.VoucherType),
  equalsText('Reference', Search.Reference),
  equals('BatchId', Search.BatchId),
  equals('AssignedTo', Search.AssignedTo),
  equals('IsAssignedYN', Search.IsAssignedYN),
  equals('PostedToProntoYN', Search.PostedToProntoYN),
  isBetweenBounds('ExpiryDate', Search.ExpiryDate, Search.ExpiryDateTo),
]

export const listVouchers = (ctx: Ctx, { Search }: Input<typeof contract.listVouchers>) =>
  queryList(ctx.db.selectFrom('Voucher').select(voucherColumns), { where: filtersOf(Search), tie: 'VoucherNo' })

export const listVoucherTotals = (_ctx: Ctx, { Search }: Input<typeof contract.listVoucherTotals>) =>
  sqlList({
    from: sql`(
      select status || '/' || to_char(expiry_date, 'YYYY-MM') as key, to_char(expiry_date, 'YYYY-MM') as expiry_month, status, count(*)::int as vouchers,
        sum(value) as voucher_value
      from voucher where ${allOf(filtersOf(Search))} group by 1, 2, 3) total`,
    select: sql<contract.VoucherTotal>`total.key, total.expiry_month, total.status, total.vouchers, total.voucher_value::numeric(16,2)::text as voucher_value`,
    sort: { VoucherValue: 'total.voucher_value' },
    tie: 'total.key',
  })

/** Lists available vouchers without security codes, in the order in which claims assign them. */
export const availableVouchers = (ctx: Ctx, { VoucherType, VoucherPrefix }: Input<typeof contract.availableVouchers>) =>
  queryList(
    ctx.db
      .selectFrom('Voucher')
      .select(['VoucherNo', 'VoucherType', sql<string>`value::text`.as('Value'), 'ExpiryDate'])
      .where('Status', '=', 'A')
      .where('VoucherType', '=', VoucherType)
      .where('ExpiryDate', '>=', ctx.today),
    { where: [startsWith('VoucherNo', VoucherPrefix ?? undefined)], tie: sql`expiry_date, voucher_no` },
  )

export async function getVoucher(ctx: Ctx, VoucherNo: string) {
  const row = await ctx.db
    .selectFrom('Voucher')
    .select(voucherColumns)
    .where('VoucherNo', '=', VoucherNo)
    .executeTakeFirst()
  if (!row) throw refusals.notFound()
  return row
}

/** Locks a voucher and returns its row. */
export async function lockVoucher(ctx: Ctx, VoucherNo: string) {
  const row = await ctx.db
    .selectFrom('Voucher')
    .selectAll()
    .where('VoucherNo', '=', VoucherNo)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.Status === 'Deleted') throw refusals.notFound()
  return row
}

/** Returns the arguments of ctx.audit for an action on a voucher. */
export const voucherLogEntry = (action: string, VoucherNo: string) =>
  [action, 'Voucher', VoucherNo, `${action} in Voucher Listing. VoucherNo - ${VoucherNo}`] as const
