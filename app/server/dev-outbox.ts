import { devOutbox } from '#kit/contract/outbox.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Route, serve } from '#kit/server/serve.ts'

/** Demo only: lists messages as soon as they are committed, even before they are sent, so that codes are available at once. */
async function listOutbox(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('OutboxMessage')
    .select(['Recipient', 'Channel', 'Subject', 'Body', 'CreatedAt', 'SentAt'])
    .orderBy('CreatedAt', 'desc')
    .orderBy('MessageId')
    .limit(100)
    .execute()
  return rows.map(({ Recipient, CreatedAt, SentAt, ...message }) => ({
    To: Recipient,
    ...message,
    SentAt: SentAt ?? CreatedAt,
  }))
}

export const devOutboxRoutes: readonly Route[] = [serve(devOutbox, listOutbox)]
