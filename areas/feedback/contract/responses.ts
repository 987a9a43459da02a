import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  filterText,
  Id,
  Instant,
  longText,
  optionalField,
  PersonName,
  upperCaseFilter,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { SetupRecordStatus, SetupStatus } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { FeedbackLanguage, feedbackFormRole, feedbackResultRoles } from './forms.ts'
import { OPTIONS_PER_QUESTION_MAX } from './options.ts'

// A response contains the answers of one person to a form at one time.
// Answers never change. Staff can only exclude a response from the results.

export const ANSWER_TEXT_LENGTH_MAX = 2000
export const SHORT_ANSWER_LENGTH_MAX = 200
export const ANSWERS_PER_RESPONSE_MAX = 100

export const ResponseSource = z.enum(['Open link', 'Personal link', 'Claim', 'Collect', 'Purchase', 'Staff'])
export type ResponseSource = z.infer<typeof ResponseSource>

export const responseRefusals = {
  notFound: refusal(404, 'feedback.response_not_found', 'Record not found'),
  deleted: refusal(409, 'feedback.response_deleted', 'The response is deleted'),
  notDeleted: refusal(409, 'feedback.response_not_deleted', 'Only a deleted response can be restored'),
  undoOver: refusal(409, 'feedback.response_undo_over', 'A delete can be undone within 30 seconds only'),
  otherOutlet: refusal(403, 'feedback.other_outlet', 'You can only view the responses of your own outlet'),
  required: refusal(400, 'feedback.answer_required', 'An answer is required: {Question}'),
  notAsked: refusal(400, 'feedback.not_asked', 'The form has no question {QuestionId}'),
  twice: refusal(400, 'feedback.answered_twice', 'A question can be answered once: {Question}'),
  wrongKind: refusal(400, 'feedback.wrong_kind', 'The answer does not fit the question: {Question}'),
  noOption: refusal(400, 'feedback.no_option', 'The question has no such option: {Question}'),
  tooLong: refusal(400, 'feedback.answer_too_long', 'The answer is longer than {Most} characters: {Question}'),
  empty: refusal(400, 'feedback.nothing_answered', 'Answer at least one question'),
  keyReused: refusal(409, 'feedback.key_reused', 'These answers were already sent for another form'),
}

/** An answer, whose fields depend on the type of the question. */
export const NewAnswer = z.strictObject({
  QuestionId: Id,
  /** One option for a single choice, all chosen options for a multiple choice. */
  OptionIds: z.array(Id).max(OPTIONS_PER_QUESTION_MAX).optional(),
  /** The text of a text question, or the free text of an option that allows free text. */
  Text: optionalField(longText(ANSWER_TEXT_LENGTH_MAX)),
  /** A rating from 1 to 5 or a recommendation from 0 to 10. */
  Number: z.int().min(0).max(10).nullable().optional(),
  /** The answer to a yes/no question. */
  YN: YN.nullable().optional(),
  Date: optionalField(DateOnly),
})
export type NewAnswer = z.infer<typeof NewAnswer>

/** Types of questions are plain strings in this schema, because the contract of questions imports this module. */
export const FeedbackAnswer = z.strictObject({
  GroupKey: Id,
  /** The wording that was answered. */
  QuestionId: Id,
  Question: z.string(),
  QuestionType: z.string(),
  OptionIds: z.array(Id),
  Options: z.array(z.string()),
  Text: z.string().nullable(),
  Number: z.int().nullable(),
  YN: YN.nullable(),
  Date: z.string().nullable(),
})
export type FeedbackAnswer = z.infer<typeof FeedbackAnswer>

export const FeedbackResponse = z.strictObject({
  ResponseId: Id,
  FeedbackId: Id,
  FeedbackName: z.string(),
  /** Null if the customer is unknown or not stored. */
  CustomerId: Id.nullable(),
  FullName: PersonName.nullable(),
  MembershipNo: z.string().nullable(),
  OutletCode: z.string().nullable(),
  /** The staff member who served the customer. */
  StaffName: PersonName.nullable(),
  Language: FeedbackLanguage,
  Source: ResponseSource,
  Nps: z.int().nullable(),
  /** Y: the response has a recommendation of 0 to 6, or a rating of 1 or 2. */
  LowScoreYN: YN,
  SubmittedAt: Instant,
  Status: SetupRecordStatus,
  Remarks: z.string().nullable(),
  Version,
  Answers: z.array(FeedbackAnswer),
})
export type FeedbackResponse = z.infer<typeof FeedbackResponse>

const path = '/feedback/response'
const about = ['feedback response'] as const
const byId = z.strictObject({ ResponseId: Id })
const responseRow = row('feedback response', 'ResponseId', 'own outlet')
const changing = {
  access: { role: feedbackFormRole },
  scope: namedRows(responseRow),
  about,
  body: byId,
  reply: FeedbackResponse,
} as const

export const responseFilterFields = {
  FeedbackId: Id,
  OutletCode: upperCaseFilter,
  Language: FeedbackLanguage,
  /** The customer's current card category. */
  CardCategoryCode: upperCaseFilter,
  Source: ResponseSource,
  DateFrom: DateOnly,
  DateTo: DateOnly,
}

export const listFeedbackResponses = read({
  path: `${path}/find-all`,
  access: { role: feedbackResultRoles },
  scope: unnamedRows('own outlet', row('customer', 'Search.CustomerId', 'looked up')),
  about,
  summary: 'Lists responses; outlet staff see those of their outlet, and deleted ones only if filtered by that status',
  body: pageQuery(
    {
      ...responseFilterFields,
      CustomerId: Id,
      FullName: filterText,
      LowScoreYN: YN,
      StaffId: Id,
      Status: SetupRecordStatus,
    },
    { rows: 1000, sort: ['SubmittedAt', 'Nps', 'OutletCode', 'Language', 'FeedbackName'], direction: 'DESC' },
  ),
  reply: pageReply(FeedbackResponse),
})

export const getFeedbackResponse = read({
  path: `${path}/find-one`,
  access: { role: feedbackResultRoles },
  scope: namedRows(responseRow),
  about,
  summary: 'Returns a response with its answers',
  body: byId,
  reply: FeedbackResponse,
})

export const addFeedbackResponse = change({
  path: `${path}/add`,
  access: { role: feedbackFormRole },
  scope: unnamedRows(
    'own outlet',
    row('customer', 'CustomerId', 'looked up'),
    row('feedback form', 'FeedbackId', 'everyone'),
  ),
  about,
  summary: 'Records a response given in person or by telephone, under the rules of the public form',
  status: 201,
  idempotent: true,
  ignored: ignoreFields('A new response is Active', 'Status'),
  body: z.strictObject({
    FeedbackId: Id,
    CustomerId: optionalField(Id),
    Language: FeedbackLanguage,
    Answers: z.array(NewAnswer).max(ANSWERS_PER_RESPONSE_MAX),
    Remarks: optionalField(longText(1000)),
  }),
  reply: FeedbackResponse,
})

export const updateFeedbackResponse = change({
  ...changing,
  path: `${path}/update`,
  summary: 'Sets whether a response counts in the results, and its remark; answers cannot be changed',
  ignored: ignoreFields('A response stays with its customer', 'CustomerId'),
  body: z.strictObject({
    ResponseId: Id,
    Version: Version.optional(),
    Status: SetupStatus.optional(),
    Remarks: optionalField(longText(1000)),
  }),
})

export const deleteFeedbackResponse = change({
  ...changing,
  path: `${path}/delete`,
  summary: 'Deletes a response: it no longer counts',
})

export const restoreFeedbackResponse = change({
  ...changing,
  path: `${path}/restore`,
  summary: 'Restores a response deleted within the last 30 seconds',
})

/** One answer per row, for exported files and lists of comments. */
export const AnswerRow = FeedbackResponse.omit({ Answers: true, Remarks: true, Version: true }).extend({
  GroupKey: Id,
  Question: z.string(),
  QuestionType: z.string(),
  /** The answer as text: options, number or free text. */
  Answer: z.string(),
})
export type AnswerRow = z.infer<typeof AnswerRow>

export const listAnswers = read({
  path: `${path}/answers/find-all`,
  access: { role: feedbackResultRoles },
  scope: unnamedRows('own outlet'),
  about,
  summary: 'Lists single answers; outlet staff see those of their outlet',
  body: pageQuery(
    {
      ...responseFilterFields,
      GroupKey: Id,
      /** Filters by answer: an OptionKey, a number, Y or N. */
      Value: filterText,
      /** Y selects only answers with text. */
      TextYN: YN,
      Answer: filterText,
    },
    { rows: 20, sort: ['SubmittedAt', 'OutletCode', 'Language'], direction: 'DESC' },
  ),
  reply: pageReply(AnswerRow),
})
