import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, PersonName, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { feedbackFormRole } from './forms.ts'

// An invitation is a personal link to a form, with its origin and its status.

export const INVITATIONS_MAX = 100

/** The event whose message templates send a personal link. */
export const INVITATION_EVENT = 'FEEDBACK-INVITED'

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
  /** The last day on which the link can be answered. */
  OpenTo: z.string().meta({ format: 'date' }),
  CreatedAt: Instant,
  AnsweredAt: Instant.nullable(),
})
export type Invitation = z.infer<typeof Invitation>

const path = '/feedback/invitations'
const about = ['feedback invitation'] as const
const access = { role: feedbackFormRole }
const invitationRow = row('feedback invitation', 'InvitationId', 'own outlet')

export const listInvitations = read({
  path: `${path}/find-all`,
  access,
  scope: unnamedRows('own outlet'),
  about,
  summary: 'Lists the personal links of a form; outlet staff see those of their own outlet',
  body: pageQuery(
    {
      FeedbackId: Id,
      FullName: filterText,
      OutletCode: upperCaseFilter,
      Source: Invitation.shape.Source,
      Status: InvitationStatus,
    },
    { rows: 20, sort: ['CreatedAt', 'FullName', 'OpenTo', 'AnsweredAt'], direction: 'DESC' },
  ),
  reply: pageReply(Invitation),
})

export const addInvitations = change({
  path: `${path}/add`,
  access,
  scope: unnamedRows(
    'own outlet',
    row('customer', 'CustomerIds', 'looked up'),
    row('feedback form', 'FeedbackId', 'everyone'),
  ),
  about,
  summary: 'Creates a personal link for each customer; a customer with an open link keeps it',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    FeedbackId: Id,
    CustomerIds: z.array(Id).min(1, 'Required').max(INVITATIONS_MAX),
    /** Y sends the active templates of the event, subject to consent, limits and sending hours. */
    SendYN: YN.default('N'),
  }),
  reply: z.strictObject({ Invitations: z.array(Invitation.extend({ Url: z.string() })) }),
})

export const getInvitationLink = read({
  path: `${path}/link`,
  access,
  scope: namedRows(invitationRow),
  about,
  summary: 'Returns the URL of a personal link',
  body: z.strictObject({ InvitationId: Id }),
  reply: z.strictObject({ InvitationId: Id, Url: z.string() }),
})

export const revokeInvitation = change({
  path: `${path}/revoke`,
  access,
  scope: namedRows(invitationRow),
  about,
  summary: 'Revokes a personal link that was not answered yet',
  body: z.strictObject({ InvitationId: Id }),
  reply: Invitation,
})
