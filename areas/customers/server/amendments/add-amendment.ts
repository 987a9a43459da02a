import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type addAmendment as endpoint,
  ProfileField,
  amendmentRefusals as refusals,
} from '../../contract/amendments.ts'
import { lockEditableCustomer } from '../lock-customer.ts'
import { readAmendment } from './amendment-rows.ts'
import { insertAmendment, listAmendedValues, type ReviewedProfile } from './record-amendment.ts'

/** Stores a requested change of identifying fields until a second person has reviewed it. */
export async function addAmendment(ctx: Ctx, { CustomerId, Remark, ...requested }: Input<typeof endpoint>) {
  const customer = await lockEditableCustomer(ctx, CustomerId)
  const changed = ProfileField.options.filter((field) => requested[field] && requested[field] !== customer[field])
  if (changed.length === 0) throw refusals.nothingChanges()

  const after: ReviewedProfile = {
    ...customer,
    ...Object.fromEntries(changed.map((field) => [field, requested[field] ?? null])),
  }
  const values = listAmendedValues(changed, customer, after)
  const HistoryId = await insertAmendment(ctx, CustomerId, values, { applied: false, remark: Remark })

  ctx.audit(
    'Create Profile Updated History',
    'ProfileUpdatedHistory',
    HistoryId,
    `Create Profile Updated History in Profile Amendment Review. HistoryId - ${HistoryId}`,
  )
  return readAmendment(ctx, HistoryId)
}
