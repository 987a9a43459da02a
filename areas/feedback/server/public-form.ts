import { sql } from 'kysely'
import { networkOf, takeWithin } from '#areas/access/server/index.ts'
import { requestedOutlet } from '#areas/customers/server/index.ts'
import { languageOf } from '#areas/messages/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { auditTo } from '#kit/server/text-log.ts'
import type { Origin } from '#kit/server/transaction.ts'
import type * as contract from '../contract.ts'
import {
  type FeedbackLanguage,
  type FormTexts,
  formRefusals,
  PUBLIC_SUBMITS,
  type PublicForm,
  type ResponseSource,
  publicRefusals as refusals,
  responseRefusals,
} from '../contract.ts'
import { askedIn, closedBecause, findAnswerable, languageFor } from './asked.ts'
import type { Form } from './form-rows.ts'
import { keepResponse, type Submission } from './keep-response.ts'
import { formUrl, posterUrl, readLink, readOutlet } from './links.ts'

// THE PUBLIC FORM: read and answered by anybody, once by a personal link.

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

/** The invitation that a link names. Its outlet is where the customer was served, else their own. */
async function invitationOf({ db, services }: Ctx, FeedbackId: number, token: string): Promise<Invitation> {
  const InvitationId = readLink(services, token)
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

function refuseClosed(form: Form | undefined, today: string): asserts form is Form {
  const refused = closedBecause(form, today)
  if (refused) throw refused
}

const refuseWithoutLink = ({ Audience }: Form, token: string | undefined) => {
  if (Audience !== 'Anyone' && token === undefined) throw refusals.linkNeeded()
}

const textsOf = ({ Texts }: Form, language: FeedbackLanguage): FormTexts =>
  (Texts as Partial<Record<FeedbackLanguage, FormTexts>>)[language] ?? {}

export async function readPublicForm(
  ctx: Ctx,
  { FeedbackId, Token, Language }: Input<typeof contract.readPublicForm>,
): Promise<PublicForm> {
  const form = await findAnswerable(ctx, FeedbackId)
  refuseClosed(form, ctx.today)
  refuseWithoutLink(form, Token)
  const invitation = Token === undefined ? undefined : await invitationOf(ctx, FeedbackId, Token)
  if (invitation) refuseLink(invitation, ctx.today)
  return publicForm(ctx, form, languageFor(form, Language, languageOf(invitation?.Language ?? null)))
}

/** A form as its readers see it, whether it can be answered now or not. */
export async function publicForm(ctx: Pick<Ctx, 'db'>, form: Form, language: FeedbackLanguage): Promise<PublicForm> {
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
    Questions: await askedIn(ctx, form, language),
  }
}

/** For staff: a form reads the same before it opens and after it closed. */
export async function previewForm(ctx: Ctx, { FeedbackId, Language, OutletCode }: Input<typeof contract.previewForm>) {
  const form = await findAnswerable(ctx, FeedbackId)
  if (!form || form.Status === 'Deleted') throw formRefusals.notFound()
  const outlet = OutletCode && requestedOutlet(ctx, OutletCode, responseRefusals.otherOutlet)
  const Url = outlet ? posterUrl(ctx.services, FeedbackId, outlet) : formUrl(ctx.services, FeedbackId)
  return { Url, Form: await publicForm(ctx, form, languageFor(form, Language)) }
}

const sourceOf: Record<Invitation['Source'], ResponseSource> = {
  Manual: 'Personal link',
  Claim: 'Claim',
  Collect: 'Collect',
  Purchase: 'Purchase',
}

export async function submitPublicForm(ctx: Ctx, input: Input<typeof contract.submitPublicForm>) {
  const { FeedbackId, Token, SubmissionKey, Website } = input
  const form = await findAnswerable(ctx, FeedbackId, true)
  refuseClosed(form, ctx.today)
  const Language = languageFor(form, input.Language)
  const thanks = { FeedbackId, SubmissionKey, ThankYou: textsOf(form, Language).ThankYou ?? null }
  // People don't see that field: whatever fills it believes that it was heard.
  if (Website) return thanks
  if (await isKept(ctx, FeedbackId, SubmissionKey)) return thanks
  refuseWithoutLink(form, Token)
  const from = Token === undefined ? await anonymous(ctx, input) : await personal(ctx, form, Token, SubmissionKey)
  if (from === 'kept') return thanks
  const isUntraceable = Token !== undefined && form.AnonymousYN === 'Y'
  const added = await keepResponse(isUntraceable ? await withoutTrace(ctx) : ctx, form, {
    ...from,
    SubmissionKey,
    Language,
    EnteredById: null,
    Remarks: null,
    Answers: input.Answers,
  })
  if (added !== null && Token === undefined) await countSubmit(ctx, FeedbackId)
  return thanks
}

/** Whether these answers were sent before: a page whose connection broke sends them again. */
async function isKept({ db }: Ctx, FeedbackId: number, SubmissionKey: string): Promise<boolean> {
  const kept = await db
    .selectFrom('FeedbackResponse')
    .select('FeedbackId')
    .where('SubmissionKey', '=', SubmissionKey)
    .executeTakeFirst()
  if (kept && kept.FeedbackId !== FeedbackId) throw responseRefusals.keyReused()
  return kept !== undefined
}

type From = Pick<Submission, 'Source' | 'CustomerId' | 'InvitationId' | 'OutletCode' | 'StaffId'>

/**
 * The answer to an anonymous form by a personal link is stored with its business day. The audit log names neither network nor call,
 * by which it could be joined to what the same customer did.
 */
async function withoutTrace(ctx: Ctx): Promise<Ctx> {
  const origin: Origin = {
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
  return { ...ctx, now, audit: auditTo((add) => add((text, values) => ctx.atEnd?.(text, values)), now, origin) }
}

async function anonymous(
  { db, services }: Ctx,
  { FeedbackId, OutletCode }: Pick<Input<typeof contract.submitPublicForm>, 'FeedbackId' | 'OutletCode'>,
): Promise<From> {
  const signed = OutletCode && readOutlet(services, FeedbackId, OutletCode)
  const outlet = signed
    ? await db
        .selectFrom('Building')
        .select('Code')
        .where('Code', '=', signed)
        .where('Status', '=', 'Active')
        .executeTakeFirst()
    : undefined
  return { Source: 'Open link', CustomerId: null, InvitationId: null, OutletCode: outlet?.Code ?? null, StaffId: null }
}

/** Takes the link: of many who send at once one is heard. */
async function personal(ctx: Ctx, form: Form, token: string, SubmissionKey: string): Promise<From | 'kept'> {
  const invitation = await invitationOf(ctx, form.FeedbackId, token)
  if (invitation.Status === 'Open') refuseLink(invitation, ctx.today)
  // Of an anonymous form it is kept that the link was used, and neither when nor for what.
  const own = form.AnonymousYN === 'N'
  const { rows } = await sql`update feedback_invitation set status = 'Answered', answered_at = ${own ? ctx.now : null}
    where invitation_id = ${invitation.InvitationId} and status = 'Open' returning 1`.execute(ctx.db)
  if (rows.length === 0) {
    if (await isKept(ctx, form.FeedbackId, SubmissionKey)) return 'kept'
    throw refusals.alreadyAnswered()
  }
  const { CustomerId, InvitationId, OutletCode, StaffId, Source } = invitation
  return own
    ? { Source: sourceOf[Source], CustomerId, InvitationId, OutletCode, StaffId }
    : { Source: 'Personal link', CustomerId: null, InvitationId: null, OutletCode: null, StaffId: null }
}

/** Counted with what was kept, so that a refused answer costs nobody their turn; beyond the limit nothing is kept. */
async function countSubmit(ctx: Ctx, FeedbackId: number) {
  const wait = await takeWithin(ctx, `feedback ${FeedbackId} ${networkOf(ctx.sourceIP)}`, PUBLIC_SUBMITS)
  if (wait > 0) throw refusals.tooMany().retryIn(wait)
}
