import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Id } from '#kit/contract/fields.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { feedbackResultRoles } from './forms.ts'
import { QuestionType } from './questions.ts'
import { responseFilterFields } from './responses.ts'

// The results of a form are calculated from active responses to all versions of its questions.

/**
 * Promoters answer 9 or 10 to the recommendation question, and detractors 0 to 6.
 * The score (NPS) is the percentage of promoters minus the percentage of detractors, -100 to 100.
 */
export const Nps = z.strictObject({
  Answers: z.int(),
  Promoters: z.int(),
  Passives: z.int(),
  Detractors: z.int(),
  Score: z.int(),
})
export type Nps = z.infer<typeof Nps>

const Percent = z.string().nullable().meta({ description: 'One decimal; null where there is nothing to part' })

/** The results of one month, outlet, language or staff member. */
export const ResultSlice = z.strictObject({
  Key: z.string(),
  Name: z.string(),
  Responses: z.int(),
  Nps: Nps.nullable(),
  /** Average of all ratings from 1 to 5. */
  Average: z.string().nullable(),
})
export type ResultSlice = z.infer<typeof ResultSlice>

export const QuestionResult = z.strictObject({
  GroupKey: Id,
  SequenceNo: z.int(),
  /** The current question text in the form's first language. */
  Question: z.string(),
  QuestionType,
  Answers: z.int(),
  /** Number of question versions with answers in any language. */
  Versions: z.int(),
  Average: z.string().nullable(),
  Nps: Nps.nullable(),
  /** For choices, ratings and yes/no: each possible answer with its count. */
  Options: z.array(z.strictObject({ Key: z.string(), Text: z.string(), Count: z.int(), Percent })),
})
export type QuestionResult = z.infer<typeof QuestionResult>

export const FeedbackResults = z.strictObject({
  Responses: z.int(),
  LowScores: z.int(),
  /** Number of personal links, and number of answered personal links. */
  Invited: z.int(),
  Answered: z.int(),
  ResponseRate: Percent,
  Nps: Nps.nullable(),
  Questions: z.array(QuestionResult),
  ByMonth: z.array(ResultSlice),
  ByOutlet: z.array(ResultSlice),
  ByLanguage: z.array(ResultSlice),
  ByStaff: z.array(ResultSlice),
})
export type FeedbackResults = z.infer<typeof FeedbackResults>

const { FeedbackId: _, ...filters } = responseFilterFields

export const getFeedbackResults = read({
  path: '/feedback/feedback/results',
  access: { role: feedbackResultRoles },
  scope: unnamedRows('own outlet', row('feedback form', 'FeedbackId', 'everyone')),
  about: ['feedback response', 'feedback invitation', 'feedback question'],
  summary:
    'Returns the results of a form: answers, counts, percentages, averages and NPS per question, by month, outlet, language and staff',
  body: z.strictObject(filters).partial().extend({ FeedbackId: Id }),
  reply: FeedbackResults,
})
