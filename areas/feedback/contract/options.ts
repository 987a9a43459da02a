import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, text, Version, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { SetupRecordStatus, SetupStatus } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

export const OPTIONS_PER_QUESTION_MAX = 50
const SEQUENCE_MOST = 10_000

export const optionRefusals = {
  notFound: refusal(404, 'feedback.option_not_found', 'Record not found'),
  deleted: refusal(409, 'feedback.option_deleted', 'The option is deleted'),
  notDeleted: refusal(409, 'feedback.option_not_deleted', 'Only a deleted option can be restored'),
  undoOver: refusal(409, 'feedback.option_undo_over', 'A delete can be undone within 30 seconds only'),
  noChoice: refusal(409, 'feedback.no_choice', 'A question of the type {QuestionType} has no options'),
  tooMany: refusal(409, 'feedback.too_many_options', 'A question has at most {Most} options'),
  inCondition: refusal(
    409,
    'feedback.option_in_condition',
    'The option is the condition of another question. Change that one first',
  ),
  keyTaken: refusal(409, 'feedback.option_key_taken', 'The question already has the option {OptionKey}'),
}

export const FeedbackOption = z.strictObject({
  OptionId: Id,
  QuestionId: Id,
  /** The key of an option in all languages and versions of its question. Conditions refer to this key. */
  OptionKey: z.int(),
  Text: z.string(),
  SequenceNo: z.int(),
  ScoreValue: z.int().nullable(),
  /** Y: a respondent who chooses the option can add free text. */
  AllowOtherYN: YN,
  Status: SetupRecordStatus,
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type FeedbackOption = z.infer<typeof FeedbackOption>

export const optionInputFields = {
  Text: text(200),
  SequenceNo: z.int('Enter a whole number').min(1, 'Must be at least 1').max(SEQUENCE_MOST),
  ScoreValue: z.int('Enter a whole number').min(-1000).max(1000).nullable(),
  AllowOtherYN: YN,
  Status: SetupStatus,
} as const

export const OptionKey = z.int().min(1).max(1_000_000)

const role = 'Feedback Question'
const roles = [role, 'Feedback'] as const
const path = '/feedback/option'
const about = ['feedback option', 'feedback question'] as const
const byId = z.strictObject({ OptionId: Id })
const optionRow = row('feedback option', 'OptionId', 'everyone')
const changing = {
  access: { role: roles },
  scope: unnamedRows('HQ', optionRow),
  about,
  body: byId,
  reply: FeedbackOption,
} as const

export const listFeedbackOptions = read({
  path: `${path}/find-all`,
  access: { role: roles },
  scope: unnamedRows('shared', row('feedback question', 'Search.QuestionId', 'everyone')),
  about,
  summary: 'Lists options of current questions; deleted ones only if filtered by that status',
  body: pageQuery(
    { QuestionId: Id, FeedbackId: Id, Status: SetupRecordStatus },
    { rows: 1000, sort: ['SequenceNo', 'OptionId', 'Text', 'Status'] },
  ),
  reply: pageReply(FeedbackOption),
})

export const getFeedbackOption = read({
  path: `${path}/find-one`,
  access: { role: roles },
  scope: unnamedRows('shared', optionRow),
  about,
  summary: 'Returns an option',
  body: byId,
  reply: FeedbackOption,
})

export const addFeedbackOption = change({
  path: `${path}/add`,
  access: { role: roles },
  scope: unnamedRows('HQ', row('feedback question', 'QuestionId', 'everyone')),
  about,
  summary:
    'Adds an option. Of a question that was answered it makes a new version: the answer says which question that is',
  status: 201,
  body: z.strictObject({
    QuestionId: Id,
    Text: optionInputFields.Text,
    SequenceNo: optionInputFields.SequenceNo.optional(),
    ScoreValue: optionInputFields.ScoreValue.default(null),
    AllowOtherYN: YN.default('N'),
    Status: SetupStatus.default('Active'),
    /** The key of the same option in another language; a new key by default. */
    OptionKey: OptionKey.optional(),
  }),
  reply: FeedbackOption,
})

export const updateFeedbackOption = change({
  ...changing,
  path: `${path}/update`,
  summary: 'Updates the given fields. If the question has answers, a new version of it is created',
  ignored: ignoreFields('An option stays with its question', 'QuestionId'),
  body: z.strictObject(optionInputFields).partial().extend({ OptionId: Id, Version: Version.optional() }),
})

export const deleteFeedbackOption = change({
  ...changing,
  path: `${path}/delete`,
  summary: 'Deletes an option; its answers remain',
})

export const restoreFeedbackOption = change({
  ...changing,
  path: `${path}/restore`,
  summary: 'Restores an option deleted within the last 30 seconds',
})
