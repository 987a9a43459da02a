import { sql } from 'kysely'
import {
  addCustomersToTargetList,
  addLiveListOfSegment,
  excludeCustomersFromCampaign,
} from '#areas/campaigns/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { compileConditions } from './compile.ts'
import { raiseDatabaseWorkMemory } from './preview.ts'
import { getSegment } from './segments.ts'

/** Adds the customers of a segment to a campaign: once, as a live list, or as exclusions. */
export async function addSegmentToCampaign(
  ctx: Ctx,
  { SegmentId, CampaignCode, ListAs }: Input<typeof contract.addSegmentToCampaign>,
) {
  const { Name, Conditions } = await getSegment(ctx, { SegmentId })
  const { from, where } = await compileConditions(ctx, Conditions)
  const live =
    ListAs === 'Live' ? { LiveListId: await addLiveListOfSegment(ctx, { CampaignCode, SegmentId, Name }) } : {}
  await raiseDatabaseWorkMemory(ctx.db)
  const people = sql`select c.customer_id from ${from} where ${where}`
  const list = { CampaignCode, Source: 'Segment', SourceName: Name, people, ...live } as const
  const { Added, Already, Excluded } = await (ListAs === 'Excluded'
    ? excludeCustomersFromCampaign
    : addCustomersToTargetList)(ctx, list)
  return { Added, Already, Excluded, Unknown: [] }
}
