import { z } from 'zod'
import { defineApprovalKind } from '#areas/approvals/server/index.ts'
import { Id } from '#kit/contract/fields.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { NewAdjustment, pointRefusals } from '../../contract.ts'
import { describeLiabilityEffect } from '../liability-effect.ts'
import { requirePointBalance } from '../rows.ts'
import { ADJUSTMENT_DELETION_KIND, ADJUSTMENT_KIND, readAdjustment } from './adjustments.ts'
import { requireUnusedAdjustment, undoAdjustment } from './undo-adjustment.ts'
import { adjustmentExpiry, validateAdjustment } from './validate-adjustment.ts'
import { writeAdjustment } from './write-adjustment.ts'

// Defines what approval and rejection of a request do to an adjustment.

async function balanceEffect(ctx: Ctx, MembershipNo: string, change: number) {
  const { PointBalance, Available } = await requirePointBalance(ctx, MembershipNo)
  if (Available + change < 0 && change < 0) throw pointRefusals.notEnough({ Available })
  const balanceEffect = { key: 'approvals:effect.balance', params: { number: MembershipNo } }
  const After = PointBalance + change
  return [
    { What: balanceEffect, Before: PointBalance, After },
    ...(await describeLiabilityEffect(ctx, PointBalance, After)),
  ]
}

/** One field of the new ledger row in the preview that the approver sees. */
const addedField = (name: 'validUntil' | 'invoice' | 'remark', After: string | null) => ({
  What: { key: `approvals:effect.${name}`, params: {} },
  Before: null,
  After,
})

export const adjustmentApprovalKinds = [
  defineApprovalKind({
    name: ADJUSTMENT_KIND,
    privilege: 'Approve Adjustment',
    payload: NewAdjustment.extend({ StaffId: Id.nullable() }),
    effects: async (ctx, input) => {
      const { member } = await validateAdjustment(ctx, input)
      const signedPoints = input.TransactionType === 'Adjust In' ? input.PointAmount : -input.PointAmount
      const isAddition = signedPoints > 0
      return [
        ...(await balanceEffect(ctx, member.MembershipNo, signedPoints)),
        ...(isAddition
          ? [addedField('validUntil', input.ExpiryDate ?? (await adjustmentExpiry(ctx, member.MembershipNo)))]
          : []),
        ...(input.InvoiceNo ? [addedField('invoice', input.InvoiceNo)] : []),
        addedField('remark', input.Remark),
      ]
    },
    approve: async (ctx, { StaffId, ...input }, { RequestedById, OutletCode, ObjectId }) => {
      await writeAdjustment(ctx, input, { StaffId, CreatedById: RequestedById, OutletCode, Key: ObjectId })
    },
  }),
  defineApprovalKind({
    name: ADJUSTMENT_DELETION_KIND,
    privilege: 'Approve Adjustment',
    payload: z.strictObject({ HistoryId: Id, Remark: z.string().nullable() }),
    effects: async (ctx, { HistoryId }) => {
      const adjustment = await readAdjustment(ctx, HistoryId)
      await requireUnusedAdjustment(ctx, adjustment)
      return balanceEffect(ctx, adjustment.MembershipNo, -adjustment.Points)
    },
    approve: (ctx, { HistoryId, Remark }) =>
      undoAdjustment(ctx, HistoryId, Remark, () => readAdjustment(ctx, HistoryId)),
  }),
]
