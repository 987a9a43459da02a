import { randomUUID } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { defineApprovalKind, requestApproval } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, equals } from '#kit/server/filters.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import * as contract from '../contract.ts'

const refusals = contract.voucherRefusals

export const VOUCHER_EXPIRY_APPROVAL_KIND = 'Voucher expiry'

type Choice = Input<typeof contract.updateVoucherBatch>

/** SQL condition of the selected vouchers whose expiry date can change: not used, void or deleted. */
const isSelected = ({ VoucherNo, BatchId, VoucherType, Reference, PresentExpiryDate }: Choice): RawBuilder<SqlBool> =>
  allOf([
    sql`status in ('A', 'R', 'X') and used_at is null`,
    VoucherNo && sql`voucher_no = any (${VoucherNo}::text[])`,
    equals('batch_id', BatchId),
    equals('voucher_type', VoucherType),
    equals('reference', Reference),
    equals('expiry_date', PresentExpiryDate),
  ])

async function countSelected(ctx: Ctx, choice: Choice): Promise<number> {
  const { rows } = await sql<{ Count: number }>`
    select count(*)::int as count from voucher where ${isSelected(choice)}`.execute(ctx.db)
  return rows[0]!.Count
}

/** Throws for a past date, an empty selection or a selection above the limit; returns the number of vouchers. */
async function assertSelection(ctx: Ctx, choice: Choice): Promise<number> {
  if (choice.ExpiryDate < ctx.today) throw refusals.pastDate()
  const Count = await countSelected(ctx, choice)
  if (Count === 0) throw refusals.none()
  if (Count > contract.VOUCHER_BATCH_MAX) throw refusals.tooMany({ Most: contract.VOUCHER_BATCH_MAX, Count })
  return Count
}

/** Requests approval of a new expiry date for many vouchers; the dates change after the approval. */
export async function updateVoucherBatch(ctx: Ctx, choice: Choice) {
  const { VoucherNo, BatchId, VoucherType, Reference, PresentExpiryDate, ExpiryDate } = choice
  if (!VoucherNo && !BatchId && !VoucherType && !Reference && !PresentExpiryDate) throw refusals.choose()
  const Count = await assertSelection(ctx, choice)
  const ApprovalId = await requestApproval(ctx, {
    Kind: VOUCHER_EXPIRY_APPROVAL_KIND,
    ObjectType: 'VoucherBatch',
    ObjectId: randomUUID(),
    Summary: { key: 'approvals:summary.voucherExpiry', params: { vouchers: Count, date: ExpiryDate } },
    Payload: choice,
    Privilege: 'Approve Requests',
  })
  return { Count, ApprovalId }
}

export const voucherExpiryApprovalKind = defineApprovalKind({
  name: VOUCHER_EXPIRY_APPROVAL_KIND,
  privilege: 'Approve Requests',
  payload: contract.updateVoucherBatch.body,
  effects: async (ctx, choice) => [
    {
      What: { key: 'approvals:effect.voucherExpiry', params: { vouchers: await assertSelection(ctx, choice) } },
      Before: choice.PresentExpiryDate ?? null,
      After: choice.ExpiryDate,
    },
  ],
  /** The vouchers are selected again on approval, because a voucher that has been used meanwhile keeps its date. */
  approve: async (ctx, choice, { ApprovalId }) => {
    const Count = await assertSelection(ctx, choice)
    const { rows } = await sql<{ VoucherNo: string; IsAssignedYN: string }>`
      update voucher set expiry_date = ${choice.ExpiryDate}::date, status = case status when 'X' then 'A' else status end,
        posted_to_pronto_yn = 'N', version = version + 1, updated_at = ${ctx.now}::timestamptz
      where ${isSelected(choice)} and expiry_date <> ${choice.ExpiryDate}::date
      returning voucher_no, is_assigned_yn`.execute(ctx.db)
    const assigned = rows.filter(({ IsAssignedYN }) => IsAssignedYN === 'Y').map(({ VoucherNo }) => VoucherNo)
    if (assigned.length > 0) await databaseFunctions.notifyErpOfBatch(ctx.db, { numbers: assigned, at: ctx.now })
    ctx.audit(
      'Update Voucher',
      'Approval',
      ApprovalId,
      `Update Voucher in Voucher Listing. ExpiryDate of ${Count} vouchers - ${choice.ExpiryDate}`,
    )
  },
})
