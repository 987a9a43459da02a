import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  MoneyFromZero,
  optionalField,
  text,
  upperCaseFilter,
  upperCaseText,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { DELETE_UNDO_SECONDS, SetupRecordStatus, SetupStatus } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

// A form has questions, languages, opening dates and an audience.
// Head office edits feedback forms, and every outlet can read them.

export const FeedbackType = z.enum(['Feedback', 'Survey'])
export const DisplayOption = z.enum(['All in one page', 'One question per page'])

/** The languages of feedback forms. Malay is one of them, although the staff screens do not have it. */
export const FeedbackLanguage = z.enum(['en', 'zh', 'fr', 'ja', 'ms'])
export type FeedbackLanguage = z.infer<typeof FeedbackLanguage>

/** The respondents of a form: anyone with the link, customers with a personal link, or customers invited after an event. */
export const Audience = z.enum(['Anyone', 'Personal link', 'After claim', 'After collect', 'After purchase'])
export type Audience = z.infer<typeof Audience>

const NAME_LENGTH = 'Name must be between 3 and 100 characters length'
const CODE_LENGTH = 'Code must be between 3 and 100 characters length'
const DESCRIPTION_LENGTH = 'Description must be between 3 and 1000 characters length'
export const PERSONAL_LINK_DAYS_MAX = 365
export const REPEATED_RESPONSE_DAYS_MAX = 3650

export const feedbackFormRefusals = {
  notFound: refusal(404, 'feedback.not_found', 'Record not found'),
  codeTaken: refusal(409, 'feedback.code_taken', 'There is already a feedback form with the code {Code}'),
  deleted: refusal(409, 'feedback.deleted', 'The feedback form is deleted'),
  notDeleted: refusal(409, 'feedback.not_deleted', 'Only a deleted feedback form can be restored'),
  undoOver: refusal(409, 'feedback.undo_over', `A delete can be undone within ${DELETE_UNDO_SECONDS} seconds only`),
  datesReversed: refusal(409, 'feedback.dates_reversed', 'The last day is before the first day'),
  languageInUse: refusal(
    409,
    'feedback.language_in_use',
    'The form has questions in the language {Language}. Delete them first',
  ),
  noMinimum: refusal(409, 'feedback.no_minimum', 'A minimum purchase is only for forms that are sent after a purchase'),
}

/** The texts around the questions. The form's name or description replaces a missing title or introduction. */
export const FormTexts = z.strictObject({
  Title: optionalField(text(200)),
  Introduction: optionalField(longText(1000)),
  ThankYou: optionalField(longText(1000)),
})
export type FormTexts = z.infer<typeof FormTexts>

const TextsByLanguage = z.partialRecord(FeedbackLanguage, FormTexts)

/** Validates a text of 3 to `most` characters with the message of the specification. */
const lengthOf = (message: string, most: number) => z.string().min(3, message).max(most, message)

const Languages = z
  .array(FeedbackLanguage)
  .min(1, 'Required')
  .max(FeedbackLanguage.options.length)
  .refine((languages) => new Set(languages).size === languages.length, 'Each language can be there once')

const days = (most: number, least = 0) =>
  z.int('Enter a whole number').min(least, `Must be at least ${least}`).max(most, `Must be at most ${most}`)

const fields = {
  Name: text(1000).pipe(lengthOf(NAME_LENGTH, 100)).meta({ maxLength: 100 }),
  Code: upperCaseText(1000).pipe(lengthOf(CODE_LENGTH, 100)).meta({ maxLength: 100, uppercase: true }),
  Description: longText(10_000).pipe(lengthOf(DESCRIPTION_LENGTH, 1000)).meta({ maxLength: 1000, multiline: true }),
  Type: FeedbackType,
  DisplayOption,
  Status: SetupStatus,
  /** For texts that a language lacks, the form shows those of its first language. */
  Languages,
  Texts: TextsByLanguage,
  OpenFrom: optionalField(DateOnly),
  OpenTo: optionalField(DateOnly),
  Audience,
  /** Y: responses by personal link are stored without their customer. */
  AnonymousYN: YN,
  MinimumPurchase: optionalField(MoneyFromZero),
  RepeatDays: days(REPEATED_RESPONSE_DAYS_MAX),
  LinkDays: days(PERSONAL_LINK_DAYS_MAX, 1),
  LowScoreTaskYN: YN,
} as const

export const Feedback = z.strictObject({
  FeedbackId: Id,
  Name: z.string(),
  Code: z.string(),
  Description: z.string(),
  Type: FeedbackType,
  DisplayOption,
  Status: SetupRecordStatus,
  Languages: z.array(FeedbackLanguage),
  Texts: z.partialRecord(
    FeedbackLanguage,
    z.strictObject({
      Title: z.string().nullish(),
      Introduction: z.string().nullish(),
      ThankYou: z.string().nullish(),
    }),
  ),
  OpenFrom: z.string().nullable(),
  OpenTo: z.string().nullable(),
  Audience,
  AnonymousYN: YN,
  MinimumPurchase: Decimal.nullable(),
  /** Number of days before a rule invites the same customer again. */
  RepeatDays: z.int(),
  /** Number of days until a personal link expires. */
  LinkDays: z.int(),
  /** Y: a low score creates a task at the outlet. */
  LowScoreTaskYN: YN,
  /** Number of current questions. */
  Questions: z.int(),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type Feedback = z.infer<typeof Feedback>

export const feedbackFormRole = 'Feedback'
/** Users who edit questions can also read forms. */
export const feedbackFormRoles = [feedbackFormRole, 'Feedback Question'] as const
/** Users of the report on answers can also read forms, by which the report is filtered. */
export const feedbackResultRoles = [...feedbackFormRoles, 'Feedback Analysis Report'] as const

const path = '/feedback/feedback'
const about = ['feedback form'] as const
const byId = z.strictObject({ FeedbackId: Id })
const formRow = row('feedback form', 'FeedbackId', 'everyone')
const changing = {
  access: { role: feedbackFormRole },
  scope: unnamedRows('HQ', formRow),
  about,
  body: byId,
  reply: Feedback,
} as const

export const listFeedback = read({
  path: `${path}/find-all`,
  access: { role: feedbackResultRoles },
  scope: unnamedRows('shared'),
  about,
  summary: 'Lists feedback forms; deleted ones only if filtered by that status',
  body: pageQuery(
    {
      Name: filterText,
      Code: upperCaseFilter,
      Type: FeedbackType,
      DisplayOption,
      Audience,
      Status: SetupRecordStatus,
    },
    { rows: 1000, sort: ['CreatedAt', 'Name', 'Code', 'Type', 'OpenFrom', 'OpenTo', 'Status'], direction: 'DESC' },
  ),
  reply: pageReply(Feedback),
})

export const getFeedback = read({
  path: `${path}/find-one`,
  access: { role: feedbackResultRoles },
  scope: unnamedRows('shared', formRow),
  about: ['feedback form', 'feedback question'],
  summary: 'Returns a feedback form',
  body: byId,
  reply: Feedback,
})

export const addFeedback = change({
  path: `${path}/add`,
  access: { role: feedbackFormRole },
  scope: unnamedRows('HQ'),
  about,
  summary: 'Creates a feedback form',
  status: 201,
  body: z.strictObject({
    ...fields,
    Languages: Languages.default(['en']),
    Texts: TextsByLanguage.default({}),
    Audience: Audience.default('Anyone'),
    AnonymousYN: YN.default('N'),
    RepeatDays: fields.RepeatDays.default(90),
    LinkDays: fields.LinkDays.default(30),
    LowScoreTaskYN: YN.default('Y'),
  }),
  reply: Feedback,
})

export const updateFeedback = change({
  ...changing,
  path: `${path}/update`,
  summary: 'Updates the given fields; a stale Version is refused with the current record',
  body: z.strictObject(fields).partial().extend({ FeedbackId: Id, Version: Version.optional() }),
})

export const deleteFeedback = change({
  ...changing,
  path: `${path}/delete`,
  summary: 'Deletes a feedback form: it can no longer be answered, its responses remain',
})

export const restoreFeedback = change({
  ...changing,
  path: `${path}/restore`,
  summary: 'Restores a form deleted within the last 30 seconds',
})
