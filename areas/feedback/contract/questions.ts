import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, text, Version, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { SetupStatus } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { FeedbackLanguage, feedbackResultRoles } from './forms.ts'
import { FeedbackOption, OPTIONS_PER_QUESTION_MAX, OptionKey, optionInputFields } from './options.ts'
import { FeedbackResponse } from './responses.ts'

// A question has one row per language; rows with the same GroupKey are one question.
// The rows of a question, one per language and version, share order, type, condition and whether an answer is required.
// Editing a wording that has answers creates a new row, and the earlier row becomes Replaced.

export const QuestionType = z.enum([
  'Single choice',
  'Multiple choice',
  'Rating 1-5',
  'NPS 0-10',
  'Yes/No',
  'Short text',
  'Long text',
  'Date',
  'Dropdown',
])
export type QuestionType = z.infer<typeof QuestionType>

export const choiceQuestionTypes: readonly QuestionType[] = ['Single choice', 'Multiple choice', 'Dropdown']
/** The types of questions to whose answers a condition can refer. */
export const questionTypesForConditions: readonly QuestionType[] = [
  ...choiceQuestionTypes,
  'Rating 1-5',
  'NPS 0-10',
  'Yes/No',
]

export const QUESTIONS_PER_FORM_MAX = 100
export const QUESTION_TEXT_LENGTH_MAX = 500

export const questionRefusals = {
  notFound: refusal(404, 'feedback.question_not_found', 'Record not found'),
  deleted: refusal(409, 'feedback.question_deleted', 'The question is deleted'),
  replaced: refusal(409, 'feedback.question_replaced', 'There is a newer version of this question'),
  notDeleted: refusal(409, 'feedback.question_not_deleted', 'Only a deleted question can be restored'),
  undoOver: refusal(409, 'feedback.question_undo_over', 'A delete can be undone within 30 seconds only'),
  languageTaken: refusal(
    409,
    'feedback.question_language_taken',
    'The question is already there in the language {Language}',
  ),
  notALanguage: refusal(409, 'feedback.not_a_language', 'The form has no language {Language}'),
  tooMany: refusal(409, 'feedback.too_many_questions', 'A form has at most {Most} questions'),
  noGroup: refusal(404, 'feedback.question_group_not_found', 'The form has no such question'),
  typeMissing: refusal(400, 'feedback.type_missing', 'Choose the type of the question'),
  typeFixed: refusal(
    409,
    'feedback.type_fixed',
    'The type of a question that was answered cannot change. Add another question instead',
  ),
  optionsMissing: refusal(409, 'feedback.options_missing', 'A question with a choice needs at least two options'),
  textMissing: refusal(409, 'feedback.text_missing', 'The text in the default language is missing ({Language})'),
  optionTextMissing: refusal(
    409,
    'feedback.option_text_missing',
    'Every option needs a text in each language of the question ({Language})',
  ),
  conditionUnknown: refusal(
    409,
    'feedback.condition_unknown',
    'The condition has to name an earlier question of the form that is answered by a choice, a rating or yes and no',
  ),
  conditionAnswer: refusal(409, 'feedback.condition_answer', 'The question of the condition has no answer {Answer}'),
  inCondition: refusal(
    409,
    'feedback.question_in_condition',
    'The question is the condition of another question. Change that one first',
  ),
  conditionOrder: refusal(
    409,
    'feedback.condition_order',
    'A question has to come after the question of its condition',
  ),
  orderIncomplete: refusal(409, 'feedback.order_incomplete', 'The questions of the form have changed. Reload the page'),
}

/**
 * A condition: its question is visible only if the question with this GroupKey has one of these answers.
 * An answer is an OptionKey, a number, Y or N, each as text.
 */
export const ShowIf = z.strictObject({
  GroupKey: Id,
  Answers: z
    .array(z.string().regex(/^(\d{1,7}|Y|N)$/))
    .min(1, 'Required')
    .max(OPTIONS_PER_QUESTION_MAX),
})
export type ShowIf = z.infer<typeof ShowIf>

export const QuestionStatus = z.enum(['Active', 'Inactive', 'Replaced', 'Deleted'])

export const FeedbackQuestion = z.strictObject({
  QuestionId: Id,
  FeedbackId: Id,
  FeedbackName: z.string(),
  /** The key of a question, shared by all its languages and versions. */
  GroupKey: Id,
  LanguageCode: FeedbackLanguage,
  SequenceNo: z.int(),
  Text: z.string(),
  QuestionType,
  RequiredYN: YN,
  ShowIf: ShowIf.nullable(),
  /** Number of the version, which increases when an answered wording is edited. */
  Revision: z.int(),
  Status: QuestionStatus,
  /** Number of answers to this wording. */
  Answers: z.int(),
  FeedbackOptions: z.array(FeedbackOption),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type FeedbackQuestion = z.infer<typeof FeedbackQuestion>

const NewOption = z.strictObject({
  /** The key of an existing option in this or another language; a new key by default. */
  OptionKey: OptionKey.optional(),
  Text: optionInputFields.Text,
  ScoreValue: optionInputFields.ScoreValue.default(null),
  AllowOtherYN: YN.default('N'),
})
export type NewOption = z.infer<typeof NewOption>

const SequenceNo = z.int('Enter a whole number').min(1, 'Must be at least 1').max(10_000)
const FeedbackOptions = z.array(NewOption).max(OPTIONS_PER_QUESTION_MAX)
const QuestionText = text(QUESTION_TEXT_LENGTH_MAX)

const role = 'Feedback Question'
const roles = [role, 'Feedback'] as const
const path = '/feedback/question'
const about = ['feedback question', 'feedback option'] as const
const byId = z.strictObject({ QuestionId: Id })
const questionRow = row('feedback question', 'QuestionId', 'everyone')
const ofForm = row('feedback form', 'FeedbackId', 'everyone')
const changing = {
  access: { role: roles },
  scope: unnamedRows('HQ', questionRow),
  about,
  body: byId,
  reply: FeedbackQuestion,
} as const

export const listQuestions = read({
  path: `${path}/find-all`,
  access: { role: feedbackResultRoles },
  scope: unnamedRows('shared', row('feedback form', 'Search.FeedbackId', 'everyone')),
  about,
  summary: 'Lists current questions; deleted and replaced ones only if filtered by that status',
  body: pageQuery(
    {
      FeedbackId: Id,
      GroupKey: Id,
      LanguageCode: FeedbackLanguage,
      QuestionType,
      Text: filterText,
      Status: QuestionStatus,
    },
    { rows: 1000, sort: ['SequenceNo', 'Text', 'LanguageCode', 'QuestionType', 'FeedbackName', 'CreatedAt'] },
  ),
  reply: pageReply(FeedbackQuestion),
})

/**
 * Returns a question.
 * As the specification requires, the endpoint returns a response if the request has a ResponseId.
 */
export const getQuestion = read({
  path: `${path}/find-one`,
  access: { role: feedbackResultRoles },
  scope: unnamedRows('shared', questionRow, row('feedback response', 'ResponseId', 'own outlet')),
  about: [...about, 'feedback response'],
  summary: 'Returns a question, or by ResponseId a response',
  body: z
    .strictObject({ QuestionId: Id.optional(), ResponseId: Id.optional() })
    .refine(
      ({ QuestionId, ResponseId }) => (QuestionId === undefined) !== (ResponseId === undefined),
      'Name a question or a response',
    ),
  reply: z.union([FeedbackQuestion, FeedbackResponse]),
})

export const addQuestion = change({
  path: `${path}/add`,
  access: { role: roles },
  scope: unnamedRows('HQ', ofForm),
  about,
  summary: 'Creates a question in one language; with a GroupKey it is the translation of that question',
  status: 201,
  body: z.strictObject({
    FeedbackId: Id,
    GroupKey: Id.optional(),
    LanguageCode: FeedbackLanguage,
    Text: QuestionText,
    /** Required for a new question. A translation has the type of its question. */
    QuestionType: QuestionType.optional(),
    SequenceNo: SequenceNo.optional(),
    RequiredYN: YN.optional(),
    ShowIf: ShowIf.nullable().optional(),
    Status: SetupStatus.default('Active'),
    FeedbackOptions: FeedbackOptions.default([]),
  }),
  reply: FeedbackQuestion,
})

export const updateQuestion = change({
  ...changing,
  path: `${path}/update`,
  summary:
    'Changes the fields that are sent. Where it was answered, another wording is a new version, which is answered here',
  ignored: ignoreFields('A question stays with its form and language', 'FeedbackId', 'LanguageCode'),
  body: z.strictObject({
    QuestionId: Id,
    Version: Version.optional(),
    Text: QuestionText.optional(),
    QuestionType: QuestionType.optional(),
    SequenceNo: SequenceNo.optional(),
    RequiredYN: YN.optional(),
    ShowIf: ShowIf.nullable().optional(),
    Status: SetupStatus.optional(),
    /** The complete list of options; stored options that this list omits are deleted. */
    FeedbackOptions: FeedbackOptions.optional(),
  }),
})

export const deleteQuestion = change({
  ...changing,
  path: `${path}/delete`,
  summary: 'Deletes a question in its language; its answers remain',
})

export const restoreQuestion = change({
  ...changing,
  path: `${path}/restore`,
  summary: 'Restores a question deleted within the last 30 seconds',
})

// The question editor edits all languages of a question at once.

export const QuestionGroup = z.strictObject({
  GroupKey: Id,
  FeedbackId: Id,
  SequenceNo: z.int(),
  QuestionType,
  RequiredYN: YN,
  ShowIf: ShowIf.nullable(),
  /** Number of answers in all languages and versions. */
  Answers: z.int(),
  /** One question row per language, in the order of the form's languages. */
  Questions: z.array(FeedbackQuestion),
  Version,
})
export type QuestionGroup = z.infer<typeof QuestionGroup>

export const listQuestionGroups = read({
  path: `${path}/groups/find-all`,
  access: { role: feedbackResultRoles },
  scope: unnamedRows('shared', ofForm),
  about,
  summary: 'Lists the questions of a form in order, each in all its languages',
  body: z.strictObject({ FeedbackId: Id }),
  reply: pageReply(QuestionGroup),
})

const TextIn = z.partialRecord(FeedbackLanguage, QuestionText)

export const saveQuestionGroup = change({
  path: `${path}/groups/save`,
  access: { role: roles },
  scope: unnamedRows('HQ', ofForm),
  about,
  summary: 'Creates or updates a question in all its languages at once; omitted languages are deleted',
  body: z.strictObject({
    FeedbackId: Id,
    /** Omitted for a new question. */
    GroupKey: Id.optional(),
    /** The version of the question to be updated. */
    Version: Version.optional(),
    QuestionType,
    RequiredYN: YN.default('N'),
    ShowIf: ShowIf.nullable().default(null),
    Texts: TextIn,
    Options: z
      .array(
        z.strictObject({
          OptionKey: OptionKey.optional(),
          Texts: z.partialRecord(FeedbackLanguage, optionInputFields.Text),
          ScoreValue: optionInputFields.ScoreValue.default(null),
          AllowOtherYN: YN.default('N'),
        }),
      )
      .max(OPTIONS_PER_QUESTION_MAX)
      .default([]),
  }),
  reply: QuestionGroup,
})

export const orderQuestions = change({
  path: `${path}/order`,
  access: { role: roles },
  scope: unnamedRows('HQ', ofForm),
  about,
  summary: 'Reorders the questions of a form',
  body: z.strictObject({ FeedbackId: Id, GroupKeys: z.array(Id).min(1).max(QUESTIONS_PER_FORM_MAX) }),
  reply: z.strictObject({ FeedbackId: Id, GroupKeys: z.array(Id) }),
})
