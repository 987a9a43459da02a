import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { INVITATION_EVENT } from '../contract.ts'
import { createFeedbackFormUrl } from './links.ts'

/** Returns the reference code by which an occasion identifies its invitation. */
export const formatInvitationCode = (InvitationId: number) => `FEEDBACK-${InvitationId}`

const invitationIdOf = (code: string | null) => Number(/^FEEDBACK-(\d{1,15})$/.exec(code ?? '')?.[1] ?? 0)

/**
 * The merge fields of invitation messages.
 * The link in the message is null after the invitation was answered or revoked, so that no message is sent.
 */
export const feedbackMergeFields: NonNullable<ServerArea['mergeNames']> = {
  names: [
    {
      Name: 'FeedbackLink',
      Kind: 'link',
      About: 'The customer’s personal link to a feedback form',
      Events: [INVITATION_EVENT],
      Sample: 'https://carat.example/customer/feedback/1#sample',
    },
    {
      Name: 'FeedbackName',
      Kind: 'text',
      About: 'What that form is called',
      Events: [INVITATION_EVENT],
      Sample: 'After your visit',
    },
  ],
  async values({ db, services, ReferenceCode }) {
    const InvitationId = invitationIdOf(ReferenceCode)
    if (InvitationId === 0) return { FeedbackLink: null, FeedbackName: null }
    const { rows } = await sql<{ FeedbackId: number; Name: string }>`
      select f.feedback_id, f.name from feedback_invitation i join feedback f using (feedback_id)
      where i.invitation_id = ${InvitationId} and i.status = 'Open' and f.status = 'Active'`.execute(db)
    const form = rows[0]
    return {
      FeedbackLink: form ? createFeedbackFormUrl(services, form.FeedbackId, InvitationId) : null,
      FeedbackName: form?.Name ?? null,
    }
  },
}
