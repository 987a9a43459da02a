import { addTask } from '#areas/tasks/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { NewAnswer, PublicQuestion, ResponseSource } from '../contract.ts'
import { checkAnswers, type KeptAnswer, scoresOf } from './answers.ts'
import { askedIn } from './asked.ts'
import type { Form } from './form-rows.ts'

export type Submission = {
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

/** Keeps what was answered to a form that is locked in share; null where these answers are there already. */
export async function keepResponse(
  ctx: Ctx,
  form: Form,
  { Answers, ...submission }: Submission,
): Promise<number | null> {
  const { FeedbackId } = form
  const asked = await askedIn(ctx, form, submission.Language)
  const kept = await checkAnswers(ctx, FeedbackId, asked, Answers)
  const { Nps, LowScoreYN, Lowest } = scoresOf(asked, kept)
  const added = await ctx.db
    .insertInto('FeedbackResponse')
    .values({ ...submission, FeedbackId, Nps, LowScoreYN, SubmittedAt: ctx.now, UpdatedAt: ctx.now })
    .onConflict((same) => same.column('SubmissionKey').doNothing())
    .returning('ResponseId')
    .executeTakeFirst()
  if (!added) return null
  const { ResponseId } = added
  await ctx.db
    .insertInto('FeedbackAnswer')
    .values(kept.map(({ OptionIds, ...answer }) => ({ ...answer, OptionIds: OptionIds.map(String), ResponseId })))
    .execute()
  if (Lowest && form.LowScoreTaskYN === 'Y') await addLowScoreTask(ctx, form, submission, ResponseId, Lowest, kept)
  return ResponseId
}

const SAID_MAX = 600
const DAY_MS = 86_400_000

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** Somebody has to ask what went wrong: at the outlet that served, by tomorrow. */
const addLowScoreTask = (
  ctx: Ctx,
  { Name }: Form,
  { CustomerId, OutletCode }: Omit<Submission, 'Answers'>,
  ResponseId: number,
  Score: string,
  kept: readonly KeptAnswer[],
) => {
  const said = kept.flatMap(({ Text }) => Text ?? []).join(' · ')
  return addTask(ctx, {
    Source: 'Feedback',
    OnceKey: `feedback ${ResponseId}`,
    Name: `Low score ${Score}: ${Name}`,
    Description: said ? said.slice(0, SAID_MAX) : null,
    CustomerId,
    OutletCode: OutletCode ?? (CustomerId === null ? 'HQ' : null),
    Priority: 'High',
    DueDay: dayAfter(ctx.today),
    RelatedType: 'Feedback',
    RelatedId: String(ResponseId),
    Because: { Code: 'lowScore', Values: { score: Score, form: Name } },
  })
}
