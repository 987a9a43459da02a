import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { buildContainsPattern, containsName, equals, type RowFilter } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type * as contract from '../contract.ts'
import { type AnswerRow, type FeedbackResponse, responseRefusals as refusals } from '../contract.ts'
import { chooseFormLanguage, findClosedFormError, findFormRow } from './form-questions.ts'
import { auditFormChange } from './form-rows.ts'
import {
  chosenOptionTextsSql,
  findResponse,
  responseColumns,
  responseColumnsWithoutAnswers,
  responseJoins,
  responseRowsForColumns,
  responseTables,
} from './response-rows.ts'
import { saveResponse } from './save-response.ts'

type ResponseQuery = Partial<
  Pick<
    Input<typeof contract.listFeedbackResponses>['Search'],
    'FeedbackId' | 'OutletCode' | 'Language' | 'CardCategoryCode' | 'Source' | 'DateFrom' | 'DateTo'
  >
>

/** Returns the SQL filters of a response query. Outlet staff are limited to their own outlet. */
export function createResponseFilters(ctx: Ctx, Search: ResponseQuery): RowFilter[] {
  const { DateFrom, DateTo, CardCategoryCode } = Search
  return [
    equals('r.feedback_id', Search.FeedbackId),
    equals('r.outlet_code', resolveOutletFilter(ctx, Search.OutletCode, refusals.otherOutlet)),
    equals('r.language', Search.Language),
    equals('r.source', Search.Source),
    CardCategoryCode &&
      sql`exists (select from membership card where card.customer_id = r.customer_id and card.card_category_code = ${CardCategoryCode} and card.status = 'Active')`,
    DateFrom && sql`r.submitted_at >= ${DateFrom}::date::timestamp at time zone business_zone()`,
    DateTo && sql`r.submitted_at < (${DateTo}::date + 1)::timestamp at time zone business_zone()`,
  ]
}

const sort = {
  SubmittedAt: 'r.submitted_at',
  OutletCode: (direction: ReturnType<typeof sql.raw>) => sql`r.outlet_code ${direction} nulls last`,
  Language: 'r.language',
}

export const listFeedbackResponses = (ctx: Ctx, { Search }: Input<typeof contract.listFeedbackResponses>) =>
  sqlList({
    from: responseTables,
    where: [
      Search.Status ? equals('r.status', Search.Status) : sql`r.status <> 'Deleted'`,
      ...createResponseFilters(ctx, Search),
      equals('r.customer_id', Search.CustomerId),
      containsName('customer.full_name', Search.FullName),
      equals('r.low_score_yn', Search.LowScoreYN),
      equals('r.staff_id', Search.StaffId),
    ],
    page: { keys: responseRowsForColumns, joins: responseJoins, as: 'r' },
    select: responseColumns,
    sort: {
      ...sort,
      FeedbackName: 'feedback_name',
      Nps: (direction: ReturnType<typeof sql.raw>) => sql`r.nps ${direction} nulls last`,
    },
    tie: 'r.response_id',
  })

export async function getFeedbackResponse(ctx: Ctx, { ResponseId }: Input<typeof contract.getFeedbackResponse>) {
  const response = await findResponse(ctx, ResponseId)
  if (response.Status === 'Deleted') throw refusals.notFound()
  return response
}

const logAndReturn = (ctx: Ctx, action: string, ResponseId: number) => {
  auditFormChange(ctx, action, 'Response', 'FeedbackResponse', 'ResponseId', ResponseId)
  return findResponse(ctx, ResponseId)
}

/** Records a response that a customer gave in person. The response counts for the outlet of the caller. */
export async function addFeedbackResponse(
  ctx: Ctx,
  { FeedbackId, CustomerId, Language, Answers, Remarks }: Input<typeof contract.addFeedbackResponse>,
) {
  const form = await findFormRow(ctx, FeedbackId, true)
  const refusal = findClosedFormError(form, ctx.today)
  if (refusal || !form) throw refusal
  const ResponseId = await saveResponse(ctx, form, {
    SubmissionKey: randomUUID(),
    Language: chooseFormLanguage(form, Language),
    Source: 'Staff',
    CustomerId: form.AnonymousYN === 'Y' ? null : (CustomerId ?? null),
    InvitationId: null,
    OutletCode: ctx.actor.outletCode,
    StaffId: null,
    EnteredById: ctx.actor.userId,
    Remarks: Remarks ?? null,
    Answers,
  })
  return logAndReturn(ctx, 'Create', ResponseId!)
}

async function lockResponse({ db }: Ctx, ResponseId: number) {
  const response = await db
    .selectFrom('FeedbackResponse')
    .select(['Status', 'Version', 'UpdatedAt'])
    .where('ResponseId', '=', ResponseId)
    .forUpdate()
    .executeTakeFirst()
  if (!response) throw refusals.notFound()
  return response
}

const write = (
  ctx: Ctx,
  ResponseId: number,
  changes: { Status?: FeedbackResponse['Status']; Remarks?: string | null },
) =>
  ctx.db
    .updateTable('FeedbackResponse')
    .set(({ eb }) => ({ ...changes, Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('ResponseId', '=', ResponseId)
    .execute()

export async function updateFeedbackResponse(
  ctx: Ctx,
  { ResponseId, Version, Status, Remarks }: Input<typeof contract.updateFeedbackResponse>,
) {
  const before = await lockResponse(ctx, ResponseId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  await refuseStaleVersion(
    ctx,
    { record: ['FeedbackResponse', ResponseId], sent: Version, present: before.Version },
    () => findResponse(ctx, ResponseId),
  )
  await write(ctx, ResponseId, { ...(Status && { Status }), ...(Remarks !== undefined && { Remarks }) })
  return logAndReturn(ctx, 'Update', ResponseId)
}

export async function deleteFeedbackResponse(ctx: Ctx, { ResponseId }: Input<typeof contract.deleteFeedbackResponse>) {
  const before = await lockResponse(ctx, ResponseId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  await write(ctx, ResponseId, { Status: 'Deleted' })
  return logAndReturn(ctx, 'Delete', ResponseId)
}

export async function restoreFeedbackResponse(
  ctx: Ctx,
  { ResponseId }: Input<typeof contract.restoreFeedbackResponse>,
) {
  const before = await lockResponse(ctx, ResponseId)
  if (before.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, before.UpdatedAt, refusals.undoOver)
  const statusBefore = (await statusBeforeDelete(ctx, 'FeedbackResponse', ResponseId)) as FeedbackResponse['Status']
  await write(ctx, ResponseId, { Status: statusBefore })
  return logAndReturn(ctx, 'Restore', ResponseId)
}

/** Formats an answer as one text: the chosen options, followed by free text. */
const answerText = sql`case
    when r.question_type = 'Yes/No' then case r.number when 1 then 'Y' else 'N' end
    when r.number is not null then r.number::text
    when r.date is not null then r.date::text
    else concat_ws(': ', nullif(array_to_string(coalesce(${chosenOptionTextsSql('r')}, '{}'), ', '), ''), r.text) end`

/** The SQL filter of answers by value: an option key, a number, Y or N. */
const hasValue = (Value: string | undefined): RowFilter =>
  Value &&
  sql`case when r.question_type = 'Yes/No' then r.number = case upper(${Value}) when 'Y' then 1 when 'N' then 0 end
    when r.number is not null then r.number::text = ${Value}
    else exists (select from feedback_option o where o.option_id = any(r.option_ids) and o.option_key::text = ${Value}) end`

/** Lists the answers of active responses, one per row. */
export const listAnswers = (ctx: Ctx, { Search }: Input<typeof contract.listAnswers>) =>
  sqlList({
    from: sql`(
      select ${responseRowsForColumns}, a.group_key, a.option_ids, a.number, a.date, a.text, item.sequence_no, item.question_type, q.text as question
      from feedback_answer a join feedback_item item on item.group_key = a.group_key join feedback_question q on q.question_id = a.question_id
        join (${responseTables}) on r.response_id = a.response_id
    ) r`,
    where: [
      sql`r.status = 'Active'`,
      ...createResponseFilters(ctx, Search),
      equals('r.group_key', Search.GroupKey),
      Search.TextYN === 'Y' && sql`r.text is not null`,
      hasValue(Search.Value),
      Search.Answer && sql`fold_text(${answerText}) like ${buildContainsPattern(Search.Answer)}`,
    ],
    page: { keys: sql`r.*`, joins: responseJoins, as: 'r' },
    select: sql<AnswerRow>`${responseColumnsWithoutAnswers}, r.group_key, r.question, r.question_type, ${answerText} as answer`,
    sort,
    tie: (direction) => sql`r.response_id ${direction}, r.sequence_no, r.group_key`,
  })
