import type { Ctx } from '#kit/server/ctx.ts'
import { refuseStale } from '#kit/server/version.ts'
import { ProfileField } from '../contract/amendments.ts'
import { ContactField } from '../contract/contact-changes.ts'
import type { CustomerFieldName } from '../contract/customer-fields.ts'
import { refusals } from '../contract/customers.ts'
import { type AmendedValue, valuesOf, writeAmendment } from './amendments/note-amendment.ts'
import { noteContactChange } from './contact-changes.ts'
import { refuseFutureBirth } from './customer-values.ts'
import { refuseUnknownValues } from './known-values.ts'
import { lockEditable } from './lock-customer.ts'
import { contactProofs } from './unproved-contacts.ts'
import { type Changes, writeChanges } from './update-customer.ts'

type Written = {
  /** The person as they stood before. */
  before: Awaited<ReturnType<typeof lockEditable>> & { Unproved: readonly ContactField[] }
  /** How they were reached, where that is another way now. */
  reached: readonly ContactField[]
}

/**
 * What customers change of themselves: who they are waits until staff have reviewed it, all else applies at once and is kept
 * beside it. That a number belongs to somebody else is the reviewer's to see, not the customer's. `current` is what a stale version is
 * refused with; a call without a version leaves it out.
 */
export async function changeOwnProfile(
  ctx: Ctx,
  CustomerId: number,
  { Version, ...changes }: Changes & { Version?: number | undefined },
  { current, waitingMost }: { current?: () => Promise<unknown>; waitingMost: () => Error },
): Promise<Written> {
  const before = { ...(await lockEditable(ctx, CustomerId)), Unproved: (await contactProofs(ctx, CustomerId)).Unproved }
  if (current)
    await refuseStale(ctx, { record: ['Customer', CustomerId], sent: Version, present: before.Version }, current)

  const identity = ProfileField.options.filter(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  )
  const plain = Object.fromEntries(
    Object.entries(changes).filter(([field]) => !(ProfileField.options as readonly string[]).includes(field)),
  ) as Changes

  const after = await writeChanges(ctx, before, plain)
  const changed = (Object.keys(plain) as CustomerFieldName[])
    .map((FieldName) => ({ FieldName, Previous: asText(before[FieldName]), Updated: asText(after[FieldName]) }))
    .filter(({ Previous, Updated }) => Previous !== Updated)
  if (changed.length > 0) await writeAmendment(ctx, CustomerId, changed, { applied: true, review: false })
  const reached = ContactField.options.filter((field) => changed.some(({ FieldName }) => FieldName === field))
  if (reached.length > 0) await noteContactChange(ctx, CustomerId, reached)

  if (identity.length > 0) await askForReview(ctx, before, identity, changes, waitingMost)
  return { before, reached }
}

const WAITING_MOST = 5

async function askForReview(
  ctx: Ctx,
  before: Written['before'],
  identity: readonly ProfileField[],
  changes: Changes,
  waitingMost: () => Error,
) {
  refuseFutureBirth(changes.DateOfBirth, ctx.today)
  if (changes.IdNo !== undefined && !changes.IdNo) throw refusals.identityMissing()
  if (changes.IdNo && !(changes.IdType ?? before.IdType)) throw refusals.identityMissing()
  await refuseUnknownValues(ctx, {
    values: [
      ...(changes.Gender && identity.includes('Gender')
        ? [{ ListName: 'Gender' as const, Value: changes.Gender }]
        : []),
      ...(changes.IdType && identity.includes('IdType')
        ? [{ ListName: 'IDType' as const, Value: changes.IdType }]
        : []),
    ],
  })
  const values = valuesOf(identity, before, {
    ...before,
    ...Object.fromEntries(identity.map((field) => [field, changes[field] ?? null])),
  })
  const waiting = await waitingOf(ctx, before.CustomerId)
  const requested = (value: AmendedValue) =>
    waiting.some(({ FieldName, Updated }) => FieldName === value.FieldName && Updated === value.Updated)
  // Saved a second time, it is asked for once.
  if (values.every(requested)) return
  if (new Set(waiting.map(({ HistoryId }) => HistoryId)).size >= WAITING_MOST) throw waitingMost()
  await writeAmendment(ctx, before.CustomerId, values, { applied: false })
}

/** What a customer asked to have changed of who they are, and nobody has looked at yet. */
export const waitingOf = (ctx: Ctx, CustomerId: number) =>
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
