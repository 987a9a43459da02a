import { sql } from 'kysely'
import { accountActor } from '#areas/access/server/index.ts'
import { inJob, type ServerJobContext } from '#kit/server/job-context.ts'
import { programNamed } from '#kit/server/signed.ts'
import { findList } from '../lists.ts'
import { mayReceive } from './recipients.ts'
import { SCHEDULES } from './run-schedules.ts'

type Waiting = { SendId: number; MessageId: string; UserId: number; Path: string }

const WHY = 'Not sent: the recipient may not open this report any more'

/**
 * Reports on their way to somebody who may not have them any more: whose account was disabled, or who lost the role, after the
 * message was put into the outbox. A report that no longer exists goes to nobody.
 */
export const withheldReports =
  (context: Omit<ServerJobContext, 'origin'>) =>
  (messageIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    inJob({ ...context, origin: programNamed(SCHEDULES) }, {}, async (db) => {
      const { rows } = await sql<Waiting>`
        select send.send_id, send.message_id, send.user_id, schedule.path
        from export_schedule_send send join export_schedule schedule using (schedule_id)
        where send.message_id = any(${messageIds}::uuid[]) and send.outcome = 'Mailed'`.execute(db)
      const kept = new Map<string, string>()
      for (const { SendId, MessageId, UserId, Path } of rows) {
        const list = findList(context.services, Path)
        const actor = await accountActor(db, UserId)
        if (list && actor && mayReceive(list, actor)) continue
        kept.set(MessageId, WHY)
        await sql`update export_schedule_send set outcome = 'No Access' where send_id = ${SendId}`.execute(db)
      }
      return kept
    })
