import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, PersonName, upperFilter, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { formRole } from './forms.ts'

// PERSONAL LINKS: who was asked, by whom, and whether they answered.

export const INVITED_MOST = 100

/** The event of the templates that bring a link to its customer. */
export const INVITED = 'FEEDBACK-INVITED'

export const invitationRefusals = {
  notFound: refusal(404, 'feedback.invitation_not_found', 'Record not found'),
  notOpen: refusal(409, 'feedback.invitation_not_open', 'Only a link that was not answered yet can be withdrawn'),
  noTemplate: refusal(
    409,
    'feedback.no_template',
    'No contact template is active for feedback. Copy the links, or set a template active first',
  ),
  formClosed: refusal(409, 'feedback.form_closed', 'The form cannot be answered now'),
}

export const InvitationStatus = z.enum(['Open', 'Answered', 'Revoked', 'Expired'])

export const Invitation = z.strictObject({
  InvitationId: Id,
  FeedbackId: Id,
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  Source: z.enum(['Manual', 'Claim', 'Collect', 'Purchase']),
  OutletCode: z.string().nullable(),
  StaffName: PersonName.nullable(),
  Status: InvitationStatus,
  /** Its last day. */
  OpenTo: z.string().meta({ format: 'date' }),
  CreatedAt: Instant,
  AnsweredAt: Instant.nullable(),
})
export type Invitation = z.infer<typeof Invitation>

const path = '/feedback/invitations'
const about = ['feedback invitation'] as const
const access = { role: formRole }
const one = row('feedback invitation', 'InvitationId', 'own outlet')

export const listInvitations = read({
  path: `${path}/find-all`,
  access,
  scope: noRow('own outlet'),
  about,
  summary: 'Personal links of a form; staff of an outlet see those of their own customers and visits',
  body: pageQuery(
    {
      FeedbackId: Id,
      FullName: filterText,
      OutletCode: upperFilter,
      Source: Invitation.shape.Source,
      Status: InvitationStatus,
    },
    { rows: 20, sort: ['CreatedAt', 'FullName', 'OpenTo', 'AnsweredAt'], direction: 'DESC' },
  ),
  reply: pageOf(Invitation),
})

export const addInvitations = change({
  path: `${path}/add`,
  access,
  scope: noRow(
    'own outlet',
    row('customer', 'CustomerIds', 'looked up'),
    row('feedback form', 'FeedbackId', 'everyone'),
  ),
  about,
  summary: 'Makes a personal link for each of these customers; who has an open one keeps it',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    FeedbackId: Id,
    CustomerIds: z.array(Id).min(1, 'Required').max(INVITED_MOST),
    /** Y: it is sent by the templates that are active for it, under consent, caps and hours. */
    SendYN: YN.default('N'),
  }),
  reply: z.strictObject({ Invitations: z.array(Invitation.extend({ Url: z.string() })) }),
})

export const getInvitationLink = read({
  path: `${path}/link`,
  access,
  scope: rows(one),
  about,
  summary: 'The address of a personal link',
  body: z.strictObject({ InvitationId: Id }),
  reply: z.strictObject({ InvitationId: Id, Url: z.string() }),
})

export const revokeInvitation = change({
  path: `${path}/revoke`,
  access,
  scope: rows(one),
  about,
  summary: 'Withdraws a personal link that was not answered yet',
  body: z.strictObject({ InvitationId: Id }),
  reply: Invitation,
})
