import { sql } from 'kysely'
import { privileges } from '#areas/access/roles.ts'
import { type FollowedSegment, findLiveLists, syncTargetList } from '#areas/campaigns/server/index.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Ctx, Services } from '#kit/server/ctx.ts'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { createTextLogWriter } from '#kit/server/text-log.ts'
import { compileConditions } from './compile.ts'
import { raiseDatabaseWorkMemory } from './preview.ts'
import { findSegment } from './segments.ts'

// LIVE LISTS follow their segments during a campaign; they are updated hourly, with a new segment, and before a send.

type SyncCtx = Pick<Ctx, 'db' | 'now' | 'today' | 'audit'> & { services: Pick<Services, 'areas'> }

/** Updates a live list with all privileges: they were checked when the segment was saved, and no data is displayed. */
async function syncCampaign({ db, now, today, audit, services }: SyncCtx, CampaignCode: string) {
  const segments: FollowedSegment[] = []
  for (const { LiveListId, SegmentId } of await findLiveLists({ db }, CampaignCode)) {
    const { Name, Status, Conditions } = await findSegment({ db }, SegmentId)
    // A list whose segment was deleted stays unchanged.
    if (Status === 'Deleted') continue
    const compileCtx = { db, today, services, actor: { privileges: new Set(privileges) } }
    const { from, where } = await compileConditions(compileCtx, Conditions)
    segments.push({ LiveListId, Name, people: sql`select c.customer_id from ${from} where ${where}` })
  }
  if (segments.length === 0) return
  await raiseDatabaseWorkMemory(db)
  await syncTargetList({ db, now, audit }, CampaignCode, segments)
}

/** Updates a live list in the transaction that starts a send. */
export const syncLiveListBeforeSend = (ctx: Ctx, { CampaignCode }: { CampaignCode: string }) =>
  syncCampaign(ctx, CampaignCode)

/** Job that updates live lists every hour, because screens and campaign awards use them. */
export const syncLiveListsJob: BackgroundJob = { name: 'follow-segments', schedule: '20 * * * *', run: syncAll }

async function syncAll(context: ServerJobContext) {
  const { services } = context
  const lists = await inJobTransaction(context, { readOnly: true }, (db) => findLiveLists({ db }))
  for (const CampaignCode of new Set(lists.map((list) => list.CampaignCode))) {
    if (context.signal?.aborted) return
    const now = context.clock()
    const today = businessDate(now, context.timeZone)
    try {
      await inJobTransaction(context, {}, (db, atEnd) =>
        syncCampaign(
          { db, now, today, audit: createTextLogWriter(atEnd, now, context.origin), services },
          CampaignCode,
        ),
      )
    } catch (error) {
      // An error such as a removed field skips only the list that uses the field.
      context.log(`The list of campaign ${CampaignCode} could not follow its segments: ${(error as Error).message}`)
    }
  }
}
