import { z } from 'zod'
import { FeedbackLanguage, QuestionType } from '#areas/feedback/contract.ts'
import { DateOnly, Id, Instant, Measure, PersonName, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** What answers are grouped by; Words: those that customers wrote, one by one. */
export const FeedbackBy = z.enum(['Question', 'Month', 'Outlet', 'Language', 'Staff', 'Words'])
export type FeedbackBy = z.infer<typeof FeedbackBy>

const row = {
  Key: z.string(),
  /** Null where several forms are counted together. */
  FeedbackId: Id.nullable(),
  FormName: z.string().nullable(),
  /** Of the question. */
  SequenceNo: z.int().nullable(),
  Question: z.string().nullable(),
  QuestionType: QuestionType.nullable(),
  /** An answer that could be given, a month, an outlet; null for all answers of a question without choices. */
  AnswerValue: z.string().nullable(),
  /** How often this answer was given, or how many responses there are. */
  Given: z.int(),
  /** Of the answers to its question, or of all responses. */
  GivenShare: Percent.nullable(),
  /** Of the ratings, or of the answers 0 to 10. */
  AverageScore: Measure.nullable(),
  NpsScore: z.int().nullable(),
  SubmittedAt: Instant.nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  OutletCode: z.string().nullable(),
}

export const feedbackAnalysis = report('feedbackAnalysis', {
  summary: 'What customers answered between two days: each answer with how often it was given, averages and NPS',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    FeedbackId: z.coerce.number().pipe(Id),
    OutletCode: upperFilter,
    Language: FeedbackLanguage,
    CardCategoryCode: upperFilter,
    FeedbackBy,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'Key',
  totals: {
    Given: z.int(),
    Responses: z.int(),
    NpsScore: z.int().nullable(),
    AverageScore: Measure.nullable(),
    LowScores: z.int(),
    /** Personal links of these days, and how many of them were answered; null where only some languages are counted. */
    Invited: z.int().nullable(),
    AnsweredLinks: z.int().nullable(),
    ResponseRate: Percent.nullable(),
  },
  sort: sortable(row, 'SequenceNo'),
  direction: 'ASC',
  rows: 200,
  grouped: true,
  about: ['feedback response', 'feedback invitation', 'feedback question'],
})
