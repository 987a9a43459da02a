import type { Ctx } from '#kit/server/ctx.ts'
import { type ActionType, ProfileField } from '../../contract/amendments.ts'

export type Profile = { [Field in ProfileField]: string | null }
type Person = Profile & { CustomerId: number }

/** A value of a profile before and after; `FieldName` is the field's, or what else was changed is called. */
export type AmendedValue = { FieldName: string; Previous: string | null; Updated: string | null }

/**
 * Staff changed who a customer is: somebody else will look at it. To fill in what was empty is no amendment, else the
 * worklist of incomplete data would make the same work twice.
 */
export async function noteAmendment(ctx: Ctx, before: Person, after: Profile) {
  const changed = ProfileField.options.filter((field) => before[field] !== null && before[field] !== after[field])
  if (changed.length > 0)
    await writeAmendment(ctx, before.CustomerId, valuesOf(changed, before, after), { applied: true })
}

export const valuesOf = (changed: readonly ProfileField[], before: Profile, after: Profile): AmendedValue[] =>
  changed.map((FieldName) => ({ FieldName, Previous: before[FieldName], Updated: after[FieldName] }))

type How = {
  action?: ActionType
  applied: boolean
  /** Whether somebody has to look at it; what needs nobody is kept all the same. */
  review?: boolean
  remark?: string | null | undefined
}

export async function writeAmendment(
  ctx: Ctx,
  CustomerId: number,
  values: readonly AmendedValue[],
  { action = 'Update', applied, review = true, remark }: How,
) {
  const own = ctx.actor.kind === 'customer'
  const { HistoryId } = await ctx.db
    .insertInto('ProfileUpdatedHistory')
    .values({
      CustomerId,
      ActionType: action,
      Source: own ? 'Self Registration Portal' : 'CRM',
      AppliedYN: applied ? 'Y' : 'N',
      ReviewYN: review ? 'Y' : 'N',
      OutletCode: ctx.actor.outletCode,
      Remark: remark ?? null,
      UpdatedById: ctx.actor.userId,
      UpdatedBy: own ? 'Self-service' : ctx.actor.name,
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
