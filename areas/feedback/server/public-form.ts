import { sql } from 'kysely'
import { networkOfAddress, tryCountWithinRateLimit } from '#areas/access/server/index.ts'
import { resolveOutletFilter } from '#areas/customers/server/index.ts'
import { toTemplateLanguage } from '#areas/messages/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { createTextLogWriter } from '#kit/server/text-log.ts'
import type { ChangeOrigin } from '#kit/server/transaction.ts'
import type * as contract from '../contract.ts'
import {
  ANONYMOUS_RESPONSES_LIMIT,
  type FeedbackLanguage,
  type FormTexts,
  feedbackFormRefusals,
  type PublicForm,
  type ResponseSource,
  publicFormRefusals as refusals,
  responseRefusals,
} from '../contract.ts'
import { chooseFormLanguage, findClosedFormError, findFormRow, loadQuestions } from './form-questions.ts'
import type { FeedbackFormRow } from './form-rows.ts'
import { createFeedbackFormUrl, createPosterUrl, verifyInvitationToken, verifyPosterOutlet } from './links.ts'
import { type ResponseSubmission, saveResponse } from './save-response.ts'

// The public form is read and answered without an account. A personal link can be used once.

type Invitation = {
  InvitationId: number
  CustomerId: number
  Source: 'Manual' | 'Claim' | 'Collect' | 'Purchase'
  Status: 'Open' | 'Answered' | 'Revoked'
  OutletCode: string | null
  StaffId: number | null
  OpenTo: string
  Language: string | null
}

/** Returns the invitation of a personal link, with the outlet that served the customer or the customer's own outlet. */
async function findInvitation({ db, services }: Ctx, FeedbackId: number, token: string): Promise<Invitation> {
  const InvitationId = verifyInvitationToken(services, token)
  if (InvitationId === undefined) throw refusals.linkNotFound()
  const { rows } = await sql<Invitation>`
    select i.invitation_id, i.customer_id, i.source, i.status, coalesce(i.outlet_code, customer.registered_outlet_code) as outlet_code, i.staff_id,
      i.open_to, customer.language
    from feedback_invitation i join customer using (customer_id)
    where i.invitation_id = ${InvitationId} and i.feedback_id = ${FeedbackId} and i.status <> 'Revoked' and customer.status <> 'Deleted'`.execute(
    db,
  )
  if (!rows[0]) throw refusals.linkNotFound()
  return rows[0]
}

function refuseLink({ Status, OpenTo }: Invitation, today: string) {
  if (Status === 'Answered') throw refusals.alreadyAnswered()
  if (OpenTo < today) throw refusals.linkExpired()
}

function refuseClosed(form: FeedbackFormRow | undefined, today: string): asserts form is FeedbackFormRow {
  const refusal = findClosedFormError(form, today)
  if (refusal) throw refusal
}

const refuseWithoutLink = ({ Audience }: FeedbackFormRow, token: string | undefined) => {
  if (Audience !== 'Anyone' && token === undefined) throw refusals.linkNeeded()
}

const textsOf = ({ Texts }: FeedbackFormRow, language: FeedbackLanguage): FormTexts =>
  (Texts as Partial<Record<FeedbackLanguage, FormTexts>>)[language] ?? {}

export async function readPublicForm(
  ctx: Ctx,
  { FeedbackId, Token, Language }: Input<typeof contract.readPublicForm>,
): Promise<PublicForm> {
  const form = await findFormRow(ctx, FeedbackId)
  refuseClosed(form, ctx.today)
  refuseWithoutLink(form, Token)
  const invitation = Token === undefined ? undefined : await findInvitation(ctx, FeedbackId, Token)
  if (invitation) refuseLink(invitation, ctx.today)
  return buildPublicForm(
    ctx,
    form,
    chooseFormLanguage(form, Language, toTemplateLanguage(invitation?.Language ?? null)),
  )
}

/** Returns a form with its texts and questions in one language, even if the form cannot be answered. */
export async function buildPublicForm(
  ctx: Pick<Ctx, 'db'>,
  form: FeedbackFormRow,
  language: FeedbackLanguage,
): Promise<PublicForm> {
  const { Title, Introduction, ThankYou } = textsOf(form, language)
  return {
    FeedbackId: form.FeedbackId,
    Title: Title ?? form.Name,
    Introduction: Introduction ?? null,
    ThankYou: ThankYou ?? null,
    Type: form.Type as PublicForm['Type'],
    DisplayOption: form.DisplayOption as PublicForm['DisplayOption'],
    AnonymousYN: form.AnonymousYN as PublicForm['AnonymousYN'],
    Language: language,
    Languages: form.Languages as FeedbackLanguage[],
    Questions: await loadQuestions(ctx, form, language),
  }
}

/** Returns the preview of a form for staff, regardless of its opening dates, with the public URL. */
export async function previewForm(ctx: Ctx, { FeedbackId, Language, OutletCode }: Input<typeof contract.previewForm>) {
  const form = await findFormRow(ctx, FeedbackId)
  if (!form || form.Status === 'Deleted') throw feedbackFormRefusals.notFound()
  const outlet = OutletCode && resolveOutletFilter(ctx, OutletCode, responseRefusals.otherOutlet)
  const Url = outlet
    ? createPosterUrl(ctx.services, FeedbackId, outlet)
    : createFeedbackFormUrl(ctx.services, FeedbackId)
  return { Url, Form: await buildPublicForm(ctx, form, chooseFormLanguage(form, Language)) }
}

const sourceOf: Record<Invitation['Source'], ResponseSource> = {
  Manual: 'Personal link',
  Claim: 'Claim',
  Collect: 'Collect',
  Purchase: 'Purchase',
}

export async function submitPublicForm(ctx: Ctx, input: Input<typeof contract.submitPublicForm>) {
  const { FeedbackId, Token, SubmissionKey, Website } = input
  const form = await findFormRow(ctx, FeedbackId, true)
  refuseClosed(form, ctx.today)
  const Language = chooseFormLanguage(form, input.Language)
  const thanks = { FeedbackId, SubmissionKey, ThankYou: textsOf(form, Language).ThankYou ?? null }
  // People cannot see the field Website. A bot that fills it gets the normal reply, but nothing is stored.
  if (Website) return thanks
  if (await isStored(ctx, FeedbackId, SubmissionKey)) return thanks
  refuseWithoutLink(form, Token)
  const respondent =
    Token === undefined
      ? await openLinkRespondent(ctx, input)
      : await personalLinkRespondent(ctx, form, Token, SubmissionKey)
  if (respondent === 'stored') return thanks
  const isUntraceable = Token !== undefined && form.AnonymousYN === 'Y'
  const added = await saveResponse(isUntraceable ? await anonymousContext(ctx) : ctx, form, {
    ...respondent,
    SubmissionKey,
    Language,
    EnteredById: null,
    Remarks: null,
    Answers: input.Answers,
  })
  if (added !== null && Token === undefined) await countSubmission(ctx, FeedbackId)
  return thanks
}

/** True if the submission is already stored, as when a page sends it again after a lost connection. */
async function isStored({ db }: Ctx, FeedbackId: number, SubmissionKey: string): Promise<boolean> {
  const stored = await db
    .selectFrom('FeedbackResponse')
    .select('FeedbackId')
    .where('SubmissionKey', '=', SubmissionKey)
    .executeTakeFirst()
  if (stored && stored.FeedbackId !== FeedbackId) throw responseRefusals.keyReused()
  return stored !== undefined
}

type Respondent = Pick<ResponseSubmission, 'Source' | 'CustomerId' | 'InvitationId' | 'OutletCode' | 'StaffId'>

/**
 * Returns a context for anonymous responses by personal link, so that no response can be linked to the customer.
 * Only the business day of a response is stored as its time, and the audit log gets neither network nor request.
 */
async function anonymousContext(ctx: Ctx): Promise<Ctx> {
  const origin: ChangeOrigin = {
    userId: null,
    name: 'anonymous',
    outletCode: null,
    session: null,
    ip: null,
    requestId: 'anonymous',
  }
  await sql`select set_config('carat.origin', ${JSON.stringify(origin)}, true)`.execute(ctx.db)
  const { rows } = await sql<{ Day: string }>`
    select ${ctx.today}::date::timestamp at time zone business_zone() as day`.execute(ctx.db)
  const now = new Date(rows[0]!.Day)
  return {
    ...ctx,
    now,
    audit: createTextLogWriter((add) => add((text, values) => ctx.atEnd?.(text, values)), now, origin),
  }
}

async function openLinkRespondent(
  { db, services }: Ctx,
  { FeedbackId, OutletCode }: Pick<Input<typeof contract.submitPublicForm>, 'FeedbackId' | 'OutletCode'>,
): Promise<Respondent> {
  const outletCode = OutletCode && verifyPosterOutlet(services, FeedbackId, OutletCode)
  const outlet = outletCode
    ? await db
        .selectFrom('Building')
        .select('Code')
        .where('Code', '=', outletCode)
        .where('Status', '=', 'Active')
        .executeTakeFirst()
    : undefined
  return { Source: 'Open link', CustomerId: null, InvitationId: null, OutletCode: outlet?.Code ?? null, StaffId: null }
}

/** Marks the personal link as answered. Only one of several concurrent submissions succeeds. */
async function personalLinkRespondent(
  ctx: Ctx,
  form: FeedbackFormRow,
  token: string,
  SubmissionKey: string,
): Promise<Respondent | 'stored'> {
  const invitation = await findInvitation(ctx, form.FeedbackId, token)
  if (invitation.Status === 'Open') refuseLink(invitation, ctx.today)
  // For an anonymous form only the use of the personal link is stored, not its time.
  const isNamed = form.AnonymousYN === 'N'
  const { rows } =
    await sql`update feedback_invitation set status = 'Answered', answered_at = ${isNamed ? ctx.now : null}
    where invitation_id = ${invitation.InvitationId} and status = 'Open' returning 1`.execute(ctx.db)
  if (rows.length === 0) {
    if (await isStored(ctx, form.FeedbackId, SubmissionKey)) return 'stored'
    throw refusals.alreadyAnswered()
  }
  const { CustomerId, InvitationId, OutletCode, StaffId, Source } = invitation
  return isNamed
    ? { Source: sourceOf[Source], CustomerId, InvitationId, OutletCode, StaffId }
    : { Source: 'Personal link', CustomerId: null, InvitationId: null, OutletCode: null, StaffId: null }
}

/**
 * Only stored responses are counted per network, so that refused responses do not use up the limit.
 * The transaction of a response beyond the limit is rolled back.
 */
async function countSubmission(ctx: Ctx, FeedbackId: number) {
  const waitSeconds = await tryCountWithinRateLimit(
    ctx,
    `feedback ${FeedbackId} ${networkOfAddress(ctx.sourceIP)}`,
    ANONYMOUS_RESPONSES_LIMIT,
  )
  if (waitSeconds > 0) throw refusals.tooMany().retryIn(waitSeconds)
}
