import { insertTask } from '#areas/tasks/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { NewAnswer, PublicQuestion, ResponseSource } from '../contract.ts'
import { calculateResponseScores, type ValidatedAnswer, validateAnswers } from './answers.ts'
import { loadQuestions } from './form-questions.ts'
import type { FeedbackFormRow } from './form-rows.ts'

export type ResponseSubmission = {
  SubmissionKey: string
  Language: PublicQuestion['Language']
  Source: ResponseSource
  CustomerId: number | null
  InvitationId: number | null
  OutletCode: string | null
  StaffId: number | null
  EnteredById: number | null
  Remarks: string | null
  Answers: readonly NewAnswer[]
}

/** Stores a response to a form that is locked in share mode. Returns null if the submission is already stored. */
export async function saveResponse(
  ctx: Ctx,
  form: FeedbackFormRow,
  { Answers, ...submission }: ResponseSubmission,
): Promise<number | null> {
  const { FeedbackId } = form
  const questions = await loadQuestions(ctx, form, submission.Language)
  const answers = await validateAnswers(ctx, FeedbackId, questions, Answers)
  const { Nps, LowScoreYN, Lowest } = calculateResponseScores(questions, answers)
  const added = await ctx.db
    .insertInto('FeedbackResponse')
    .values({ ...submission, FeedbackId, Nps, LowScoreYN, SubmittedAt: ctx.now, UpdatedAt: ctx.now })
    .onConflict((conflict) => conflict.column('SubmissionKey').doNothing())
    .returning('ResponseId')
    .executeTakeFirst()
  if (!added) return null
  const { ResponseId } = added
  await ctx.db
    .insertInto('FeedbackAnswer')
    .values(answers.map(({ OptionIds, ...answer }) => ({ ...answer, OptionIds: OptionIds.map(String), ResponseId })))
    .execute()
  if (Lowest && form.LowScoreTaskYN === 'Y') await addLowScoreTask(ctx, form, submission, ResponseId, Lowest, answers)
  return ResponseId
}

const COMMENTS_MAX = 600
const DAY_MS = 86_400_000

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** Creates a follow-up task at the outlet that served the customer, due the next day. */
const addLowScoreTask = (
  ctx: Ctx,
  { Name }: FeedbackFormRow,
  { CustomerId, OutletCode }: Omit<ResponseSubmission, 'Answers'>,
  ResponseId: number,
  Score: string,
  answers: readonly ValidatedAnswer[],
) => {
  const comments = answers.flatMap(({ Text }) => Text ?? []).join(' · ')
  return insertTask(ctx, {
    Source: 'Feedback',
    OnceKey: `feedback ${ResponseId}`,
    Name: `Low score ${Score}: ${Name}`,
    Description: comments ? comments.slice(0, COMMENTS_MAX) : null,
    CustomerId,
    OutletCode: OutletCode ?? (CustomerId === null ? 'HQ' : null),
    Priority: 'High',
    DueDay: dayAfter(ctx.today),
    RelatedType: 'Feedback',
    RelatedId: String(ResponseId),
    Because: { Code: 'lowScore', Values: { score: Score, form: Name } },
  })
}
