import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { DisplayOption, FeedbackLanguage, FeedbackType, feedbackFormRoles } from './forms.ts'
import { QuestionType, ShowIf } from './questions.ts'
import { ANSWERS_PER_RESPONSE_MAX, NewAnswer } from './responses.ts'

// The public form at /customer/feedback/{FeedbackId} needs no account.
// A personal link has its token in the URL fragment; the QR code of an outlet adds `?outlet=`.

/** The maximum number of anonymous responses per hour from one network. */
export const ANONYMOUS_RESPONSES_LIMIT = { most: 5, seconds: 3600 }

export const publicFormRefusals = {
  /** Unknown and deleted forms give the same error, so that a caller cannot tell them apart. */
  notFound: refusal(404, 'feedback.form_not_found', 'There is no such form'),
  notYetOpen: refusal(409, 'feedback.not_yet_open', 'The form opens on {OpenFrom}'),
  closed: refusal(409, 'feedback.closed', 'The form is closed'),
  /** The error of a request without a token for a form that requires a personal link. */
  linkNeeded: refusal(409, 'feedback.link_needed', 'This form can be opened by a personal link only'),
  linkNotFound: refusal(404, 'feedback.link_not_found', 'The link is not valid'),
  linkExpired: refusal(409, 'feedback.link_expired', 'The link has expired'),
  alreadyAnswered: refusal(409, 'feedback.already_answered', 'You have already answered. Thank you'),
  tooMany: refusal(429, 'feedback.too_many', 'Too many answers came from here. Try again later'),
}

export const PublicOption = z.strictObject({
  OptionId: Id,
  /** The key of the option, to which conditions refer. */
  OptionKey: z.int(),
  Text: z.string(),
  AllowOtherYN: YN,
})

export const PublicQuestion = z.strictObject({
  QuestionId: Id,
  GroupKey: Id,
  /** The language of the text: the requested language, otherwise the form's first language that has a text. */
  Language: FeedbackLanguage,
  Text: z.string(),
  QuestionType,
  RequiredYN: YN,
  /** The question is visible only while the question with this GroupKey is visible and has one of these answers. */
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
  /** Y: responses are stored without their customer. */
  AnonymousYN: YN,
  /** The language of the texts in this reply. */
  Language: FeedbackLanguage,
  /** All languages of the form. */
  Languages: z.array(FeedbackLanguage),
  /** Questions in the order of the form. */
  Questions: z.array(PublicQuestion),
})
export type PublicForm = z.infer<typeof PublicForm>

const Token = z.string().min(1).max(100)

export const readPublicForm = read({
  path: '/feedback/public/find-one',
  access: 'public',
  scope: unnamedRows('public'),
  about: ['public form'],
  summary: 'Returns a form as customers answer it, in their language; with the token of a personal link',
  body: z.strictObject({
    FeedbackId: Id,
    /** The token from the fragment of a personal link. */
    Token: Token.optional(),
    /** The preferred language. Default: the customer's language for a personal link, otherwise the form's first. */
    Language: z.string().max(35).optional(),
  }),
  reply: PublicForm,
})

export const submitPublicForm = change({
  path: '/feedback/public/submit',
  access: 'public',
  scope: unnamedRows('public'),
  about: ['public form', 'feedback response'],
  summary:
    'Keeps the answers to a form, once: the same SubmissionKey again is answered alike, a personal link takes one response',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    FeedbackId: Id,
    Token: Token.optional(),
    /** Generated when the form is opened, and sent unchanged with every attempt. */
    SubmissionKey: z.uuid(),
    Language: FeedbackLanguage,
    /** The signed outlet of a poster's QR code. An invalid value is ignored. */
    OutletCode: z.string().max(100).optional(),
    /** A field that people cannot see. A submission with a value in it gets the normal reply but is not stored. */
    Website: z.string().max(500).optional(),
    /** Answers to questions that their condition hides are dropped. */
    Answers: z.array(NewAnswer).max(ANSWERS_PER_RESPONSE_MAX),
  }),
  reply: z.strictObject({ FeedbackId: Id, SubmissionKey: z.uuid(), ThankYou: z.string().nullable() }),
})

/** Previews a form for staff regardless of its opening dates, with the URL for a QR code. */
export const previewForm = read({
  path: '/feedback/feedback/preview',
  access: { role: feedbackFormRoles },
  scope: unnamedRows('shared', row('feedback form', 'FeedbackId', 'everyone')),
  about: ['feedback form', 'feedback question'],
  summary:
    'Previews a form in one language and returns its public URL, with OutletCode the one for that outlet’s poster',
  body: z.strictObject({
    FeedbackId: Id,
    Language: FeedbackLanguage.optional(),
    OutletCode: upperCaseFilter.optional(),
  }),
  reply: z.strictObject({ Url: z.string(), Form: PublicForm }),
})
