import { defineEvent } from '#kit/server/events.ts'

/** The event is published in the transaction that starts a send, before the target list is copied. */
export const targetListSendingEvent = defineEvent<{ CampaignCode: string }>(
  'targetListSending',
  'A campaign is about to be sent to its target list',
)
