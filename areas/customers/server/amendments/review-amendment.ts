import { sql } from 'kysely'
import { isSamePerson } from '#areas/access/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type reviewAmendment as endpoint,
  ProfileField,
  amendmentRefusals as refusals,
} from '../../contract/amendments.ts'
import { lockCustomer } from '../lock-customer.ts'
import { applyReviewedIdentityChange } from '../update-customer.ts'
import { readAmendment } from './amendment-rows.ts'

/** Reviews an amendment. Fields in Restore get their previous value; all other fields keep the new value. */
export async function reviewAmendment(ctx: Ctx, { HistoryId, Restore, Remark }: Input<typeof endpoint>) {
  const amendment = await ctx.db
    .selectFrom('ProfileUpdatedHistory')
    .select(['CustomerId', 'UpdatedById', 'AppliedYN', 'ReviewYN'])
    .where('HistoryId', '=', HistoryId)
    .executeTakeFirst()
  if (amendment?.ReviewYN !== 'Y') throw refusals.notFound()
  const customer = await lockCustomer(ctx, amendment.CustomerId)
  if (await isSamePerson(ctx, amendment.UpdatedById)) throw refusals.ownChange()
  const fields = (
    await ctx.db.selectFrom('ProfileUpdatedField').selectAll().where('HistoryId', '=', HistoryId).execute()
  ).map((field) => ({ ...field, FieldName: ProfileField.parse(field.FieldName) }))
  const restored = fieldsToRestore(fields, Restore)

  // Of several concurrent reviews of an amendment one succeeds, and the others get 409.
  const reviewed = await ctx.db
    .updateTable('ProfileUpdatedHistory')
    .set({
      ReviewedById: ctx.actor.userId,
      ReviewedBy: ctx.actor.name,
      ReviewedDate: ctx.now,
      ReviewRemark: Remark ?? null,
    })
    .where('HistoryId', '=', HistoryId)
    .where('ReviewedDate', 'is', null)
    .executeTakeFirst()
  if (reviewed.numUpdatedRows === 0n)
    throw refusals.reviewed({ ReviewedBy: (await readAmendment(ctx, HistoryId)).ReviewedBy ?? '' })

  await sql`
    update profile_updated_field set outcome = case when field_name = any(${[...restored]}::text[]) then 'Restored' else 'Accepted' end
    where history_id = ${HistoryId}`.execute(ctx.db)
  const applied = amendment.AppliedYN === 'Y'
  // A change that was applied is undone for restored fields; a requested change is written for the accepted fields.
  const writes = fields
    .filter(({ FieldName }) => restored.has(FieldName) === applied)
    .map(({ FieldName, Previous, Updated }) =>
      applied ? { FieldName, is: Updated, becomes: Previous } : { FieldName, is: Previous, becomes: Updated },
    )
  if (writes.some(({ FieldName, is }) => customer[FieldName] !== is)) throw refusals.changedSince()
  if (writes.length > 0) await applyReviewedIdentityChange(ctx, amendment.CustomerId, changesOf(writes))

  ctx.audit(
    'Update Profile Updated History',
    'ProfileUpdatedHistory',
    HistoryId,
    `Update Profile Updated History in Profile Amendment Review. HistoryId - ${HistoryId}${restored.size > 0 ? `. Restored: ${[...restored].join(', ')}` : ''}`,
  )
  return readAmendment(ctx, HistoryId)
}

/** Returns the fields to restore. Document type and number are always restored together. */
function fieldsToRestore(fields: readonly { FieldName: ProfileField }[], requested: readonly ProfileField[]) {
  const inAmendment = new Set(fields.map(({ FieldName }) => FieldName))
  for (const FieldName of requested) if (!inAmendment.has(FieldName)) throw refusals.notInAmendment({ FieldName })
  const identityPair = ['IdType', 'IdNo'] as const
  const restored = new Set(requested)
  if (identityPair.some((field) => restored.has(field)))
    for (const field of identityPair) if (inAmendment.has(field)) restored.add(field)
  return restored
}

function changesOf(writes: readonly { FieldName: ProfileField; becomes: string | null }[]) {
  const changes = Object.fromEntries(writes.map(({ FieldName, becomes }) => [FieldName, becomes]))
  if (!('IdNo' in changes)) return changes
  // A document type without a document number is cleared too.
  if (changes.IdNo === null) return { ...changes, IdType: null, IdNotGivenYN: 'Y' as const }
  return { ...changes, IdNotGivenYN: 'N' as const }
}
