import type { Ctx } from '#kit/server/ctx.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import { ProfileField } from '../contract/amendments.ts'
import { ContactField } from '../contract/contact-changes.ts'
import type { CustomerFieldName } from '../contract/customer-fields.ts'
import { customerRefusals } from '../contract/customers.ts'
import { type AmendedValue, insertAmendment, listAmendedValues } from './amendments/record-amendment.ts'
import { recordContactChange } from './contact-changes.ts'
import { refuseFutureBirthDate } from './customer-values.ts'
import { refuseUnknownLookupValues } from './known-values.ts'
import { lockEditableCustomer } from './lock-customer.ts'
import { readContactProofs } from './unproved-contacts.ts'
import { type CustomerChanges, writeCustomerChanges } from './update-customer.ts'

type ProfileChange = {
  /** The customer's record before the change. */
  before: Awaited<ReturnType<typeof lockEditableCustomer>> & { Unproved: readonly ContactField[] }
  /** The contact fields whose value the change replaces. */
  reached: readonly ContactField[]
}

/**
 * Applies changes that a customer makes in self-service.
 * Changes of identifying fields wait for a review by staff; all others apply at once and are recorded.
 * Only the reviewer learns that another customer has the identity number.
 * With `current`, a stale Version is rejected, and the error contains the result of `current`.
 */
export async function changeOwnProfile(
  ctx: Ctx,
  CustomerId: number,
  { Version, ...changes }: CustomerChanges & { Version?: number | undefined },
  { current, waitingMost }: { current?: () => Promise<unknown>; waitingMost: () => Error },
): Promise<ProfileChange> {
  const before = {
    ...(await lockEditableCustomer(ctx, CustomerId)),
    Unproved: (await readContactProofs(ctx, CustomerId)).Unproved,
  }
  if (current)
    await refuseStaleVersion(ctx, { record: ['Customer', CustomerId], sent: Version, present: before.Version }, current)

  const identity = ProfileField.options.filter(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  )
  const plain = Object.fromEntries(
    Object.entries(changes).filter(([field]) => !(ProfileField.options as readonly string[]).includes(field)),
  ) as CustomerChanges

  const after = await writeCustomerChanges(ctx, before, plain)
  const changed = (Object.keys(plain) as CustomerFieldName[])
    .map((FieldName) => ({ FieldName, Previous: asText(before[FieldName]), Updated: asText(after[FieldName]) }))
    .filter(({ Previous, Updated }) => Previous !== Updated)
  if (changed.length > 0) await insertAmendment(ctx, CustomerId, changed, { applied: true, review: false })
  const reached = ContactField.options.filter((field) => changed.some(({ FieldName }) => FieldName === field))
  if (reached.length > 0) await recordContactChange(ctx, CustomerId, reached)

  if (identity.length > 0) await requestReview(ctx, before, identity, changes, waitingMost)
  return { before, reached }
}

const PENDING_MAX = 5

async function requestReview(
  ctx: Ctx,
  before: ProfileChange['before'],
  identity: readonly ProfileField[],
  changes: CustomerChanges,
  waitingMost: () => Error,
) {
  refuseFutureBirthDate(changes.DateOfBirth, ctx.today)
  if (changes.IdNo !== undefined && !changes.IdNo) throw customerRefusals.identityMissing()
  if (changes.IdNo && !(changes.IdType ?? before.IdType)) throw customerRefusals.identityMissing()
  await refuseUnknownLookupValues(ctx, {
    values: [
      ...(changes.Gender && identity.includes('Gender')
        ? [{ ListName: 'Gender' as const, Value: changes.Gender }]
        : []),
      ...(changes.IdType && identity.includes('IdType')
        ? [{ ListName: 'IDType' as const, Value: changes.IdType }]
        : []),
    ],
  })
  const values = listAmendedValues(identity, before, {
    ...before,
    ...Object.fromEntries(identity.map((field) => [field, changes[field] ?? null])),
  })
  const pending = await findPendingProfileChanges(ctx, before.CustomerId)
  const isPending = (value: AmendedValue) =>
    pending.some(({ FieldName, Updated }) => FieldName === value.FieldName && Updated === value.Updated)
  // A repeated change creates no second change request.
  if (values.every(isPending)) return
  if (new Set(pending.map(({ HistoryId }) => HistoryId)).size >= PENDING_MAX) throw waitingMost()
  await insertAmendment(ctx, before.CustomerId, values, { applied: false })
}

/** Changes of identifying fields that a customer requested and staff have not reviewed yet. */
export const findPendingProfileChanges = (ctx: Ctx, CustomerId: number) =>
  ctx.db
    .selectFrom('ProfileUpdatedHistory')
    .innerJoin('ProfileUpdatedField', 'ProfileUpdatedField.HistoryId', 'ProfileUpdatedHistory.HistoryId')
    .select(['ProfileUpdatedHistory.HistoryId', 'FieldName', 'Updated', 'UpdatedAt'])
    .where('CustomerId', '=', CustomerId)
    .where('ReviewYN', '=', 'Y')
    .where('ReviewedDate', 'is', null)
    .where('AppliedYN', '=', 'N')
    .where('Source', '=', 'Self Registration Portal')
    .where('ActionType', '=', 'Update')
    .orderBy('UpdatedAt')
    .execute()

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? value.join(', ') || null : String(value)
}
