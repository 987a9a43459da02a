import { z } from 'zod'
import type { ApprovalEffect } from '#areas/approvals/contract.ts'
import { defineApprovalKind, requestApproval } from '#areas/approvals/server/index.ts'
import { closeCustomerForErasure, lockCustomer, refuseCustomerWithOpenBusiness } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Id } from '#kit/contract/fields.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type requestErasure as endpoint, privacyRefusals } from '../contract.ts'
import { findErasureBlockers } from './blockers.ts'
import { ERASE_CUSTOMERS_JOB_NAME, ERASURE_APPROVAL_KIND } from './names.ts'
import {
  countRowsOfDataParts,
  erasureConfirmationText,
  loadErasableCustomer,
  loadRecordsOfPerson,
} from './preview-erasure.ts'

/** Requests an erasure, which a second person has to approve. */
export async function requestErasure(ctx: Ctx, { CustomerId, Reason, Confirm }: Input<typeof endpoint>) {
  const { FullName, Status } = await loadErasableCustomer(ctx, CustomerId)
  if (Status === 'Merged') throw privacyRefusals.merged()
  const person = await loadRecordsOfPerson(ctx, CustomerId)
  const [blocker] = await findErasureBlockers(ctx, person)
  if (blocker) throw blocker
  const confirmation = erasureConfirmationText(person)
  if (Confirm.replaceAll(/[^A-Z0-9]/g, '') !== confirmation)
    throw privacyRefusals.confirmationWrong({ MembershipNo: confirmation })
  const ApprovalId = await requestApproval(ctx, {
    Kind: ERASURE_APPROVAL_KIND,
    ObjectType: 'Customer',
    ObjectId: CustomerId,
    Summary: { key: 'approvals:summary.erasure', params: { name: FullName, number: confirmation } },
    Payload: { CustomerId, Reason },
    Privilege: 'Approve Requests',
    MembershipNo: person.numbers[0] ?? null,
  })
  return { ApprovalId }
}

const payload = z.strictObject({ CustomerId: Id, Reason: z.string() })

/** Approval of an erasure request deletes the customer at once; a job then erases the personal data. */
export const erasureApprovalKind = defineApprovalKind({
  name: ERASURE_APPROVAL_KIND,
  privilege: 'Approve Requests',
  payload,
  effects: async (ctx, { CustomerId, Reason }): Promise<ApprovalEffect[]> => {
    await loadErasableCustomer(ctx, CustomerId)
    const person = await loadRecordsOfPerson(ctx, CustomerId)
    const [blocker] = await findErasureBlockers(ctx, person)
    if (blocker) throw blocker
    const figures = await countRowsOfDataParts(ctx, person)
    return [
      { What: { key: 'approvals:effect.remark', params: {} }, Before: null, After: Reason },
      ...figures.map(({ Part, Erased, Kept }) => ({
        What: { key: `privacy:values.Part.${Part}`, params: {} },
        Before: Erased + Kept,
        After: Kept,
      })),
    ]
  },
  approve: async (ctx, { CustomerId }, { ApprovalId, RequestedBy }) => {
    const customer = await lockCustomer(ctx, CustomerId)
    // Open business is checked again under the lock, because a concurrent transaction may have added some.
    await refuseCustomerWithOpenBusiness(ctx, CustomerId)
    const person = await loadRecordsOfPerson(ctx, CustomerId)
    const [blocker] = await findErasureBlockers(ctx, person)
    if (blocker) throw blocker
    await closeCustomerForErasure(ctx, customer)
    await ctx.db
      .insertInto('CustomerErasure')
      .values({
        CustomerId,
        ApprovalId,
        RequestedBy,
        ApprovedBy: ctx.actor.name,
        ApprovedAt: ctx.now,
      })
      .execute()
    ctx.audit(
      'Erase Personal Data',
      'Customer',
      CustomerId,
      `Erase Personal Data in Customer. CustomerId - ${CustomerId}. Asked for by ${RequestedBy}, approved by ${ctx.actor.name}`,
    )
    await ctx.services.announce(ctx, 'job', ERASE_CUSTOMERS_JOB_NAME)
  },
})
