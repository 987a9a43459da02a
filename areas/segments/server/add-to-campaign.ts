import { sql } from 'kysely'
import { addTargets, excludePeople, follow } from '#areas/campaigns/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { peopleOf } from './compile.ts'
import { gatherInMemory } from './preview.ts'
import { getSegment } from './segments.ts'

/** By the one query of the segment: as it means them at this moment, from now on, or as those who are not to be contacted. */
export async function addSegmentToCampaign(
  ctx: Ctx,
  { SegmentId, CampaignCode, ListAs }: Input<typeof contract.addSegmentToCampaign>,
) {
  const { Name, Conditions } = await getSegment(ctx, { SegmentId })
  const { from, where } = await peopleOf(ctx, Conditions)
  const live = ListAs === 'Live' ? { LiveListId: await follow(ctx, { CampaignCode, SegmentId, Name }) } : {}
  await gatherInMemory(ctx.db)
  const people = sql`select c.customer_id from ${from} where ${where}`
  const list = { CampaignCode, Source: 'Segment', SourceName: Name, people, ...live } as const
  const { Added, Already, Excluded } = await (ListAs === 'Excluded' ? excludePeople : addTargets)(ctx, list)
  return { Added, Already, Excluded, Unknown: [] }
}
