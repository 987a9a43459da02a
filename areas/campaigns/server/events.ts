import { event } from '#kit/server/events.ts'

/** Inside the transaction that begins a send, before it is taken down who is on the list. */
export const targetListSending = event<{ CampaignCode: string }>(
  'targetListSending',
  'A campaign is about to be sent to its target list',
)
