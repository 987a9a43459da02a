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
import { changeIdentity } from '../update-customer.ts'
import { readAmendment } from './amendment-rows.ts'

/** Looks at a change of who a customer is: what is restored gets, or keeps, its former value; the rest stands. */
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
  const restored = namedFields(fields, Restore)

  // Of several who review at the same time one wins, the others get a 409.
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
  // What stands already is put back where the review says so; what waited is written where it does not.
  const due = fields
    .filter(({ FieldName }) => restored.has(FieldName) === applied)
    .map(({ FieldName, Previous, Updated }) =>
      applied ? { FieldName, is: Updated, becomes: Previous } : { FieldName, is: Previous, becomes: Updated },
    )
  if (due.some(({ FieldName, is }) => customer[FieldName] !== is)) throw refusals.changedSince()
  if (due.length > 0) await changeIdentity(ctx, amendment.CustomerId, changesOf(due))

  ctx.audit(
    'Update Profile Updated History',
    'ProfileUpdatedHistory',
    HistoryId,
    `Update Profile Updated History in Profile Amendment Review. HistoryId - ${HistoryId}${restored.size > 0 ? `. Restored: ${[...restored].join(', ')}` : ''}`,
  )
  return readAmendment(ctx, HistoryId)
}

/** Document and number belong together: one is not put back without the other. */
function namedFields(fields: readonly { FieldName: ProfileField }[], named: readonly ProfileField[]) {
  const inAmendment = new Set(fields.map(({ FieldName }) => FieldName))
  for (const FieldName of named) if (!inAmendment.has(FieldName)) throw refusals.notInAmendment({ FieldName })
  const both = ['IdType', 'IdNo'] as const
  const restored = new Set(named)
  if (both.some((field) => restored.has(field)))
    for (const field of both) if (inAmendment.has(field)) restored.add(field)
  return restored
}

function changesOf(due: readonly { FieldName: ProfileField; becomes: string | null }[]) {
  const changes = Object.fromEntries(due.map(({ FieldName, becomes }) => [FieldName, becomes]))
  if (!('IdNo' in changes)) return changes
  // Without a number there is no document either.
  if (changes.IdNo === null) return { ...changes, IdType: null, IdNotGivenYN: 'Y' as const }
  return { ...changes, IdNotGivenYN: 'N' as const }
}
