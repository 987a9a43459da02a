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
  optional,
  text,
  upperFilter,
  upperText,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { SetupRecordStatus, SetupStatus, UNDO_SECONDS } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row } from '#kit/contract/scope.ts'

// FORMS: what customers are asked, in which languages, when and whom. Head office writes them; every outlet reads them.

export const FeedbackType = z.enum(['Feedback', 'Survey'])
export const DisplayOption = z.enum(['All in one page', 'One question per page'])

/** Customers may also be asked in Malay; the pages of staff are not in it. */
export const FeedbackLanguage = z.enum(['en', 'zh', 'fr', 'ja', 'ms'])
export type FeedbackLanguage = z.infer<typeof FeedbackLanguage>

/** Who answers: anyone with the link; who was sent a personal one; or who is sent one by rule, after something happened. */
export const Audience = z.enum(['Anyone', 'Personal link', 'After claim', 'After collect', 'After purchase'])
export type Audience = z.infer<typeof Audience>

const NAME_LENGTH = 'Name must be between 3 and 100 characters length'
const CODE_LENGTH = 'Code must be between 3 and 100 characters length'
const DESCRIPTION_LENGTH = 'Description must be between 3 and 1000 characters length'
export const LINK_DAYS_MOST = 365
export const REPEAT_DAYS_MOST = 3650

export const formRefusals = {
  notFound: refusal(404, 'feedback.not_found', 'Record not found'),
  codeTaken: refusal(409, 'feedback.code_taken', 'There is already a feedback form with the code {Code}'),
  deleted: refusal(409, 'feedback.deleted', 'The feedback form is deleted'),
  notDeleted: refusal(409, 'feedback.not_deleted', 'Only a deleted feedback form can be restored'),
  undoOver: refusal(409, 'feedback.undo_over', `A delete can be undone within ${UNDO_SECONDS} seconds only`),
  datesReversed: refusal(409, 'feedback.dates_reversed', 'The last day is before the first day'),
  languageInUse: refusal(
    409,
    'feedback.language_in_use',
    'The form has questions in the language {Language}. Delete them first',
  ),
  noMinimum: refusal(409, 'feedback.no_minimum', 'A minimum purchase is only for forms that are sent after a purchase'),
}

/** What customers read around the questions. Where a language has none, name and description of the form stand there. */
export const FormTexts = z.strictObject({
  Title: optional(text(200)),
  Introduction: optional(longText(1000)),
  ThankYou: optional(longText(1000)),
})
export type FormTexts = z.infer<typeof FormTexts>

const TextsByLanguage = z.partialRecord(FeedbackLanguage, FormTexts)

/** Between 3 and so many characters, said in the specification's own words. */
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
  Code: upperText(1000).pipe(lengthOf(CODE_LENGTH, 100)).meta({ maxLength: 100, uppercase: true }),
  Description: longText(10_000).pipe(lengthOf(DESCRIPTION_LENGTH, 1000)).meta({ maxLength: 1000, multiline: true }),
  Type: FeedbackType,
  DisplayOption,
  Status: SetupStatus,
  /** The first one stands in where another has no text. */
  Languages,
  Texts: TextsByLanguage,
  OpenFrom: optional(DateOnly),
  OpenTo: optional(DateOnly),
  Audience,
  /** Y: of a personal link too it is not kept whose answer it was. */
  AnonymousYN: YN,
  MinimumPurchase: optional(MoneyFromZero),
  RepeatDays: days(REPEAT_DAYS_MOST),
  LinkDays: days(LINK_DAYS_MOST, 1),
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
  /** Nobody is asked by a rule a second time within so many days. */
  RepeatDays: z.int(),
  /** A personal link can be answered for so many days. */
  LinkDays: z.int(),
  /** Y: a low score makes a task at the outlet. */
  LowScoreTaskYN: YN,
  /** Questions that are asked. */
  Questions: z.int(),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type Feedback = z.infer<typeof Feedback>

export const formRole = 'Feedback'
/** Anyone who writes the questions sees what they are for. */
export const formRoles = [formRole, 'Feedback Question'] as const
/** Anyone who reads the report sees the forms that it can be asked for, too. */
export const resultRoles = [...formRoles, 'Feedback Analysis Report'] as const

const path = '/feedback/feedback'
const about = ['feedback form'] as const
const byId = z.strictObject({ FeedbackId: Id })
const one = row('feedback form', 'FeedbackId', 'everyone')
const changing = { access: { role: formRole }, scope: noRow('HQ', one), about, body: byId, reply: Feedback } as const

export const listFeedback = read({
  path: `${path}/find-all`,
  access: { role: resultRoles },
  scope: noRow('shared'),
  about,
  summary: 'Feedback forms; deleted ones only when asked for',
  body: pageQuery(
    {
      Name: filterText,
      Code: upperFilter,
      Type: FeedbackType,
      DisplayOption,
      Audience,
      Status: SetupRecordStatus,
    },
    { rows: 1000, sort: ['CreatedAt', 'Name', 'Code', 'Type', 'OpenFrom', 'OpenTo', 'Status'], direction: 'DESC' },
  ),
  reply: pageOf(Feedback),
})

export const getFeedback = read({
  path: `${path}/find-one`,
  access: { role: resultRoles },
  scope: noRow('shared', one),
  about: ['feedback form', 'feedback question'],
  summary: 'One feedback form',
  body: byId,
  reply: Feedback,
})

export const addFeedback = change({
  path: `${path}/add`,
  access: { role: formRole },
  scope: noRow('HQ'),
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
  summary: 'Changes the fields that are sent; a stale Version is refused with the present record',
  body: z.strictObject(fields).partial().extend({ FeedbackId: Id, Version: Version.optional() }),
})

export const deleteFeedback = change({
  ...changing,
  path: `${path}/delete`,
  summary: 'Marks a feedback form as Deleted: it can be answered no longer, its responses stay',
})

export const restoreFeedback = change({
  ...changing,
  path: `${path}/restore`,
  summary: 'Undoes a delete within 30 seconds',
})
