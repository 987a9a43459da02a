import { sql } from 'kysely'
import { findAccountActor } from '#areas/access/server/index.ts'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { findListRoute } from '../lists.ts'
import { mayReceiveScheduledList } from './recipients.ts'
import { SCHEDULE_JOB_NAME } from './run-schedules.ts'

type SentReport = { SendId: number; MessageId: string; UserId: number; Path: string }

const REASON = 'Not sent: the recipient may not open this report any more'

/**
 * Finds scheduled reports in the outbox whose recipient lost access after the message was queued.
 * A recipient loses access if the account is disabled, the role is removed, or the report no longer exists.
 * Returns the reason of each lost access by message id, and marks the sends as No Access.
 */
export const findWithheldReports =
  (context: Omit<ServerJobContext, 'origin'>) =>
  (messageIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    inJobTransaction({ ...context, origin: programOrigin(SCHEDULE_JOB_NAME) }, {}, async (db) => {
      const { rows } = await sql<SentReport>`
        select send.send_id, send.message_id, send.user_id, schedule.path
        from export_schedule_send send join export_schedule schedule using (schedule_id)
        where send.message_id = any(${messageIds}::uuid[]) and send.outcome = 'Mailed'`.execute(db)
      const reasons = new Map<string, string>()
      for (const { SendId, MessageId, UserId, Path } of rows) {
        const list = findListRoute(context.services, Path)
        const actor = await findAccountActor(db, UserId)
        if (list && actor && mayReceiveScheduledList(list, actor)) continue
        reasons.set(MessageId, REASON)
        await sql`update export_schedule_send set outcome = 'No Access' where send_id = ${SendId}`.execute(db)
      }
      return reasons
    })
