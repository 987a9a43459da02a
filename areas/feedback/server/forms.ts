import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type * as contract from '../contract.ts'
import { type Feedback, feedbackFormRefusals as refusals } from '../contract.ts'
import { auditFormChange, feedbackFormColumns, findFeedbackForm, lockFeedbackForm } from './form-rows.ts'

export const listFeedback = (_: Ctx, { Search }: Input<typeof contract.listFeedback>) =>
  sqlList({
    from: sql`feedback f`,
    where: [
      Search.Status ? equals('f.status', Search.Status) : sql`f.status <> 'Deleted'`,
      contains('f.name', Search.Name),
      contains('f.code', Search.Code),
      equals('f.type', Search.Type),
      equals('f.display_option', Search.DisplayOption),
      equals('f.audience', Search.Audience),
    ],
    select: feedbackFormColumns,
    sort: Object.fromEntries(
      ['CreatedAt', 'Name', 'Code', 'Type', 'OpenFrom', 'OpenTo', 'Status'].map((name) => [name, `f.${name}`]),
    ),
    tie: 'f.feedback_id',
  })

export async function getFeedback(ctx: Ctx, { FeedbackId }: Input<typeof contract.getFeedback>) {
  const form = await findFeedbackForm(ctx, FeedbackId)
  if (form.Status === 'Deleted') throw refusals.notFound()
  return form
}

type FormSettings = Pick<Feedback, 'Languages' | 'Audience'> & {
  OpenFrom?: string | null | undefined
  OpenTo?: string | null | undefined
  MinimumPurchase?: string | null | undefined
}

function refuseContradictions({ OpenFrom, OpenTo, Audience, MinimumPurchase }: FormSettings) {
  if (OpenFrom && OpenTo && OpenTo < OpenFrom) throw refusals.datesReversed()
  if (MinimumPurchase && Audience !== 'After purchase') throw refusals.noMinimum()
}

const refuseTakenCode =
  ({ Code }: { Code: string }) =>
  (error: { constraint?: string }) => {
    throw error.constraint === 'feedback_code' ? refusals.codeTaken({ Code }) : error
  }

export async function addFeedback(ctx: Ctx, { Texts, ...fields }: Input<typeof contract.addFeedback>) {
  refuseContradictions(fields)
  const { FeedbackId } = await ctx.db
    .insertInto('Feedback')
    .values({
      ...fields,
      Texts: JSON.stringify(Texts),
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('FeedbackId')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenCode(fields))
  auditFormChange(ctx, 'Create', 'Feedback', 'Feedback', 'FeedbackId', FeedbackId)
  return findFeedbackForm(ctx, FeedbackId)
}

export async function updateFeedback(
  ctx: Ctx,
  { FeedbackId, Version, Texts, ...changes }: Input<typeof contract.updateFeedback>,
) {
  const before = await lockFeedbackForm(ctx, FeedbackId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  await refuseStaleVersion(ctx, { record: ['Feedback', FeedbackId], sent: Version, present: before.Version }, () =>
    findFeedbackForm(ctx, FeedbackId),
  )
  const next = { ...before, ...changes } as FormSettings & { Code: string }
  refuseContradictions(next)
  if (changes.Languages) await refuseLanguageInUse(ctx, FeedbackId, changes.Languages)
  await ctx.db
    .updateTable('Feedback')
    .set({
      ...changes,
      ...(Texts && { Texts: JSON.stringify(Texts) }),
      Version: before.Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('FeedbackId', '=', FeedbackId)
    .execute()
    .catch(refuseTakenCode(next))
  auditFormChange(ctx, 'Update', 'Feedback', 'Feedback', 'FeedbackId', FeedbackId)
  return findFeedbackForm(ctx, FeedbackId)
}

/** Refuses to remove a language that has questions. */
async function refuseLanguageInUse(ctx: Ctx, FeedbackId: number, languages: readonly string[]) {
  const { rows } = await sql<{ Language: string }>`
    select language_code as language from feedback_question where feedback_id = ${FeedbackId} and status in ('Active', 'Inactive')
      and not (language_code = any(${languages}::text[])) limit 1`.execute(ctx.db)
  if (rows[0]) throw refusals.languageInUse({ Language: rows[0].Language })
}

export async function deleteFeedback(ctx: Ctx, { FeedbackId }: Input<typeof contract.deleteFeedback>) {
  const before = await lockFeedbackForm(ctx, FeedbackId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  return setStatus(ctx, FeedbackId, before.Version, 'Deleted', 'Delete')
}

export async function restoreFeedback(ctx: Ctx, { FeedbackId }: Input<typeof contract.restoreFeedback>) {
  const before = await lockFeedbackForm(ctx, FeedbackId)
  if (before.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, before.UpdatedAt, refusals.undoOver)
  const statusBefore = (await statusBeforeDelete(ctx, 'Feedback', FeedbackId)) as Feedback['Status']
  return setStatus(ctx, FeedbackId, before.Version, statusBefore, 'Restore').catch(refuseTakenCode(before))
}

async function setStatus(ctx: Ctx, FeedbackId: number, version: number, Status: Feedback['Status'], action: string) {
  await ctx.db
    .updateTable('Feedback')
    .set({ Status, Version: version + 1, UpdatedAt: ctx.now })
    .where('FeedbackId', '=', FeedbackId)
    .execute()
  auditFormChange(ctx, action, 'Feedback', 'Feedback', 'FeedbackId', FeedbackId)
  return findFeedbackForm(ctx, FeedbackId)
}
