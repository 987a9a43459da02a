import { z } from 'zod'
import { FeedbackLanguage, QuestionType } from '#areas/feedback/contract.ts'
import { DateOnly, Id, Instant, Measure, PersonName, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** How answers are grouped into rows; Words lists single text answers instead of groups. */
export const FeedbackBy = z.enum(['Question', 'Month', 'Outlet', 'Language', 'Staff', 'Words'])
export type FeedbackBy = z.infer<typeof FeedbackBy>

const row = {
  Key: z.string(),
  /** Id of the form; null if several forms are counted together. */
  FeedbackId: Id.nullable(),
  FormName: z.string().nullable(),
  /** Position of the question in the feedback form. */
  SequenceNo: z.int().nullable(),
  Question: z.string().nullable(),
  QuestionType: QuestionType.nullable(),
  /** A possible answer, a month or an outlet; null for the text answers of a question. */
  AnswerValue: z.string().nullable(),
  /** Number of answers to the question, or of responses in the group. */
  Given: z.int(),
  /** Percentage of all answers to the question, or of all responses. */
  GivenShare: Percent.nullable(),
  /** Average of answers to questions with ratings or with a scale from 0 to 10. */
  AverageScore: Measure.nullable(),
  NpsScore: z.int().nullable(),
  SubmittedAt: Instant.nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  OutletCode: z.string().nullable(),
}

export const feedbackAnalysisReport = declareReport('feedbackAnalysis', {
  summary: 'Lists customer feedback between two days: answers with counts, averages and NPS',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    FeedbackId: z.coerce.number().pipe(Id),
    OutletCode: upperCaseFilter,
    Language: FeedbackLanguage,
    CardCategoryCode: upperCaseFilter,
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
    /** Number of personal links created in the period; null with a language filter, as is AnsweredLinks. */
    Invited: z.int().nullable(),
    AnsweredLinks: z.int().nullable(),
    ResponseRate: Percent.nullable(),
  },
  sort: listSortableColumns(row, 'SequenceNo'),
  direction: 'ASC',
  rows: 200,
  grouped: true,
  about: ['feedback response', 'feedback invitation', 'feedback question'],
})
