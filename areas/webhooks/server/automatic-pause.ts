import { randomUUID } from 'node:crypto'
import { findSystemAccountManagers, notifyAccount } from '#areas/access/server/index.ts'
import type { Db } from '#kit/server/ctx.ts'
import { createUseCaseContext, type ServerJobContext } from '#kit/server/job-context.ts'
import { type AutomaticPauseReason, endpointPausedMail, pausedReasonTexts } from './mails.ts'

/** Pauses an active endpoint and writes to the users who manage endpoints. */
export async function pauseAutomatically(
  context: Pick<ServerJobContext, 'timeZone' | 'services'>,
  db: Db,
  endpointId: number,
  reason: AutomaticPauseReason,
  now: Date,
): Promise<void> {
  const endpoint = await db
    .updateTable('WebhookEndpoint')
    .set((column) => ({
      Status: 'Paused',
      PausedReason: reason,
      PausedAt: now,
      UpdatedAt: now,
      Version: column('Version', '+', 1),
    }))
    .where('EndpointId', '=', endpointId)
    .where('Status', '=', 'Active')
    .returning(['Name', 'Url'])
    .executeTakeFirst()
  if (!endpoint) return
  const ctx = createUseCaseContext(context, { db, now, requestId: randomUUID() })
  for (const userId of await findSystemAccountManagers(db))
    await notifyAccount(ctx, userId, endpointPausedMail, (language) => ({
      name: endpoint.Name,
      host: new URL(endpoint.Url).host,
      reason: pausedReasonTexts[reason][language],
    }))
}
