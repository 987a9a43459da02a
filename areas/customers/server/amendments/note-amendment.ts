import type { Ctx } from '#kit/server/ctx.ts'
import { ProfileField } from '../../contract/amendments.ts'

export type Profile = { [Field in ProfileField]: string | null }
type Person = Profile & { CustomerId: number }

/**
 * Staff changed who a customer is: somebody else will look at it. To fill in what was empty is no amendment, else the
 * worklist of incomplete data would make the same work twice.
 */
export async function noteAmendment(ctx: Ctx, before: Person, after: Profile) {
  const changed = ProfileField.options.filter((field) => before[field] !== null && before[field] !== after[field])
  if (changed.length > 0) await writeAmendment(ctx, before, after, { changed, applied: true })
}

type How = { changed: readonly ProfileField[]; applied: boolean; remark?: string | null | undefined }

export async function writeAmendment(ctx: Ctx, before: Person, after: Profile, { changed, applied, remark }: How) {
  const { HistoryId } = await ctx.db
    .insertInto('ProfileUpdatedHistory')
    .values({
      CustomerId: before.CustomerId,
      ActionType: 'Update',
      Source: 'CRM',
      AppliedYN: applied ? 'Y' : 'N',
      OutletCode: ctx.actor.outletCode,
      Remark: remark ?? null,
      UpdatedById: ctx.actor.userId,
      UpdatedBy: ctx.actor.name,
      UpdatedAt: ctx.now,
    })
    .returning('HistoryId')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('ProfileUpdatedField')
    .values(
      changed.map((FieldName) => ({ HistoryId, FieldName, Previous: before[FieldName], Updated: after[FieldName] })),
    )
    .execute()
  return HistoryId
}
