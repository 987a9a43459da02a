import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, upperFilter, YN } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row } from '#kit/contract/scope.ts'
import { DisplayOption, FeedbackLanguage, FeedbackType, formRoles } from './forms.ts'
import { QuestionType, ShowIf } from './questions.ts'
import { ANSWERS_MOST, NewAnswer } from './responses.ts'

// THE PUBLIC FORM, for anybody without an account: /customer/feedback/{FeedbackId}, a personal link with its token behind `#`, and
// `?outlet=` where a QR code stands in a shop.

/** An anonymous answer may come so often an hour from one network. */
export const PUBLIC_SUBMITS = { most: 5, seconds: 3600 }

export const publicRefusals = {
  /** Unknown and deleted forms are answered alike. */
  notFound: refusal(404, 'feedback.form_not_found', 'There is no such form'),
  notYetOpen: refusal(409, 'feedback.not_yet_open', 'The form opens on {OpenFrom}'),
  closed: refusal(409, 'feedback.closed', 'The form is closed'),
  /** The form is for personal links only, and none came. */
  linkNeeded: refusal(409, 'feedback.link_needed', 'This form can be opened by a personal link only'),
  linkNotFound: refusal(404, 'feedback.link_not_found', 'The link is not valid'),
  linkExpired: refusal(409, 'feedback.link_expired', 'The link has expired'),
  alreadyAnswered: refusal(409, 'feedback.already_answered', 'You have already answered. Thank you'),
  tooMany: refusal(429, 'feedback.too_many', 'Too many answers came from here. Try again later'),
}

export const PublicOption = z.strictObject({
  OptionId: Id,
  /** What conditions name. */
  OptionKey: z.int(),
  Text: z.string(),
  AllowOtherYN: YN,
})

export const PublicQuestion = z.strictObject({
  QuestionId: Id,
  GroupKey: Id,
  /** The language that it is written in: the form's first one where it has no text in the one asked for. */
  Language: FeedbackLanguage,
  Text: z.string(),
  QuestionType,
  RequiredYN: YN,
  /** Show it only while the question of that GroupKey has one of the answers (and is shown itself). */
  ShowIf: ShowIf.nullable(),
  Options: z.array(PublicOption),
})
export type PublicQuestion = z.infer<typeof PublicQuestion>

export const PublicForm = z.strictObject({
  FeedbackId: Id,
  Title: z.string(),
  Introduction: z.string().nullable(),
  ThankYou: z.string().nullable(),
  Type: FeedbackType,
  DisplayOption,
  /** Y: it is not kept whose answers they are. */
  AnonymousYN: YN,
  /** The language that it is answered in, and all that it is there in. */
  Language: FeedbackLanguage,
  Languages: z.array(FeedbackLanguage),
  /** In their order. */
  Questions: z.array(PublicQuestion),
})
export type PublicForm = z.infer<typeof PublicForm>

const Token = z.string().min(1).max(100)

export const readPublicForm = read({
  path: '/feedback/public/find-one',
  access: 'public',
  scope: noRow('nobody'),
  about: ['public form'],
  summary: 'A form as customers answer it, in their language; by a personal link with its token',
  body: z.strictObject({
    FeedbackId: Id,
    /** What stands behind # in a personal link. */
    Token: Token.optional(),
    /** One that the form is not there in, or none: the customer's own by a personal link, else the form's first. */
    Language: z.string().max(35).optional(),
  }),
  reply: PublicForm,
})

export const submitPublicForm = change({
  path: '/feedback/public/submit',
  access: 'public',
  scope: noRow('nobody'),
  about: ['public form', 'feedback response'],
  summary:
    'Keeps the answers to a form, once: the same SubmissionKey again is answered alike, a personal link takes one response',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    FeedbackId: Id,
    Token: Token.optional(),
    /** Made by the page when the form is opened, and sent again with every attempt. */
    SubmissionKey: z.uuid(),
    Language: FeedbackLanguage,
    /** Of the shop whose QR code was read, as the poster's link signs it; anything else is as if none was sent. */
    OutletCode: z.string().max(100).optional(),
    /** A field that people don't see. Whatever fills it is thanked, and nothing is kept. */
    Website: z.string().max(500).optional(),
    /** Answers to questions that their condition hides are not kept. */
    Answers: z.array(NewAnswer).max(ANSWERS_MOST),
  }),
  reply: z.strictObject({ FeedbackId: Id, SubmissionKey: z.uuid(), ThankYou: z.string().nullable() }),
})

/** The same for staff, whether the form can be answered now or not, with the address that its QR code holds. */
export const previewForm = read({
  path: '/feedback/feedback/preview',
  access: { role: formRoles },
  scope: noRow('shared', row('feedback form', 'FeedbackId', 'everyone')),
  about: ['feedback form', 'feedback question'],
  summary: 'How a form reads in one of its languages, and its public address, of an outlet’s poster where one is named',
  body: z.strictObject({ FeedbackId: Id, Language: FeedbackLanguage.optional(), OutletCode: upperFilter.optional() }),
  reply: z.strictObject({ Url: z.string(), Form: PublicForm }),
})
