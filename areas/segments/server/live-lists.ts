import { sql } from 'kysely'
import { privileges } from '#areas/access/roles.ts'
import { type Followed, followedLists, followPeople } from '#areas/campaigns/server/index.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Ctx, Services } from '#kit/server/ctx.ts'
import { inJob, type ServerJobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { auditTo } from '#kit/server/text-log.ts'
import { peopleOf } from './compile.ts'
import { gatherInMemory } from './preview.ts'
import { findSegment } from './segments.ts'

// LIVE LISTS follow their segments while the campaign runs: made what they mean when a segment is put there, each hour, and whenever a send
// begins.

type Following = Pick<Ctx, 'db' | 'now' | 'today' | 'audit'> & { services: Pick<Services, 'areas'> }

/** What somebody may ask was settled when the segment was kept and put there; here nobody is shown an answer. */
async function followNow({ db, now, today, audit, services }: Following, CampaignCode: string) {
  const followed: Followed[] = []
  for (const { LiveListId, SegmentId } of await followedLists({ db }, CampaignCode)) {
    const { Name, Status, Conditions } = await findSegment({ db }, SegmentId)
    // Of a segment that was deleted the list stays as it is.
    if (Status === 'Deleted') continue
    const asking = { db, today, services, actor: { privileges: new Set(privileges) } }
    const { from, where } = await peopleOf(asking, Conditions)
    followed.push({ LiveListId, Name, people: sql`select c.customer_id from ${from} where ${where}` })
  }
  if (followed.length === 0) return
  await gatherInMemory(db)
  await followPeople({ db, now, audit }, CampaignCode, followed)
}

/** The members at the moment of sending. */
export const followBeforeSending = (ctx: Ctx, { CampaignCode }: { CampaignCode: string }) =>
  followNow(ctx, CampaignCode)

/** So that what is shown, and what campaigns award, follows too. */
export const followSegments: Job = { name: 'follow-segments', schedule: '20 * * * *', run: followAll }

async function followAll(context: ServerJobContext) {
  const { services } = context
  const lists = await inJob(context, { readOnly: true }, (db) => followedLists({ db }))
  for (const CampaignCode of new Set(lists.map((list) => list.CampaignCode))) {
    if (context.signal?.aborted) return
    const now = context.clock()
    const today = businessDate(now, context.timeZone)
    try {
      await inJob(context, {}, (db, atEnd) =>
        followNow({ db, now, today, audit: auditTo(atEnd, now, context.origin), services }, CampaignCode),
      )
    } catch (error) {
      // A field that was taken away stops its own list alone.
      context.log(`The list of campaign ${CampaignCode} could not follow its segments: ${(error as Error).message}`)
    }
  }
}
