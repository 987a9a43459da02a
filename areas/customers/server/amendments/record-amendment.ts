import type { Ctx } from '#kit/server/ctx.ts'
import { type ActionType, ProfileField } from '../../contract/amendments.ts'

export type ReviewedProfile = { [Field in ProfileField]: string | null }
type Person = ReviewedProfile & { CustomerId: number }

/** A value before and after the change. `FieldName` is a field of the profile, or the name of another action. */
export type AmendedValue = { FieldName: string; Previous: string | null; Updated: string | null }

/**
 * Records that staff changed identifying fields, so that a second person reviews the change.
 * Filling in an empty field creates no amendment, because this is the purpose of the worklist of incomplete data.
 */
export async function recordStaffAmendment(ctx: Ctx, before: Person, after: ReviewedProfile) {
  const changed = ProfileField.options.filter((field) => before[field] !== null && before[field] !== after[field])
  if (changed.length > 0)
    await insertAmendment(ctx, before.CustomerId, listAmendedValues(changed, before, after), { applied: true })
}

export const listAmendedValues = (
  changed: readonly ProfileField[],
  before: ReviewedProfile,
  after: ReviewedProfile,
): AmendedValue[] => changed.map((FieldName) => ({ FieldName, Previous: before[FieldName], Updated: after[FieldName] }))

type AmendmentOptions = {
  action?: ActionType
  applied: boolean
  /** False for changes of identifying fields that are recorded without a review. */
  review?: boolean
  remark?: string | null | undefined
}

export async function insertAmendment(
  ctx: Ctx,
  CustomerId: number,
  values: readonly AmendedValue[],
  { action = 'Update', applied, review = true, remark }: AmendmentOptions,
) {
  const isSelfService = ctx.actor.kind === 'customer'
  const { HistoryId } = await ctx.db
    .insertInto('ProfileUpdatedHistory')
    .values({
      CustomerId,
      ActionType: action,
      Source: isSelfService ? 'Self Registration Portal' : 'CRM',
      AppliedYN: applied ? 'Y' : 'N',
      ReviewYN: review ? 'Y' : 'N',
      OutletCode: ctx.actor.outletCode,
      Remark: remark ?? null,
      UpdatedById: ctx.actor.userId,
      UpdatedBy: isSelfService ? 'Self-service' : ctx.actor.name,
      UpdatedAt: ctx.now,
    })
    .returning('HistoryId')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('ProfileUpdatedField')
    .values(values.map((value) => ({ HistoryId, ...value })))
    .execute()
  return HistoryId
}
