import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { INVITED } from '../contract.ts'
import { formUrl } from './links.ts'

/** What an occasion of the event calls the invitation that it is about. */
export const invitationCode = (InvitationId: number) => `FEEDBACK-${InvitationId}`

const read = (code: string | null) => Number(/^FEEDBACK-(\d{1,15})$/.exec(code ?? '')?.[1] ?? 0)

/** The personal link that a message brings. Of one that was answered or withdrawn meanwhile there is none, so nothing is sent. */
export const feedbackNames: NonNullable<ServerArea['mergeNames']> = {
  names: [
    {
      Name: 'FeedbackLink',
      Kind: 'link',
      About: 'The customer’s personal link to a feedback form',
      Events: [INVITED],
      Sample: 'https://carat.example/customer/feedback/1#sample',
    },
    {
      Name: 'FeedbackName',
      Kind: 'text',
      About: 'What that form is called',
      Events: [INVITED],
      Sample: 'After your visit',
    },
  ],
  async values({ db, services, ReferenceCode }) {
    const InvitationId = read(ReferenceCode)
    if (InvitationId === 0) return { FeedbackLink: null, FeedbackName: null }
    const { rows } = await sql<{ FeedbackId: number; Name: string }>`
      select f.feedback_id, f.name from feedback_invitation i join feedback f using (feedback_id)
      where i.invitation_id = ${InvitationId} and i.status = 'Open' and f.status = 'Active'`.execute(db)
    const form = rows[0]
    return {
      FeedbackLink: form ? formUrl(services, form.FeedbackId, InvitationId) : null,
      FeedbackName: form?.Name ?? null,
    }
  },
}
