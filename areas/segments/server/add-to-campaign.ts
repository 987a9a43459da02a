import { sql } from 'kysely'
import { addTargets } from '#areas/campaigns/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { peopleOf } from './compile.ts'
import { gatherInMemory } from './preview.ts'
import { getSegment } from './segments.ts'

/** As it means them at this moment, by the one query of the segment; the list does not follow it afterwards. */
export async function addSegmentToCampaign(
  ctx: Ctx,
  { SegmentId, CampaignCode }: Input<typeof contract.addSegmentToCampaign>,
) {
  const { Name, Conditions } = await getSegment(ctx, { SegmentId })
  const { from, where } = await peopleOf(ctx, Conditions)
  await gatherInMemory(ctx.db)
  const people = sql`select c.customer_id from ${from} where ${where}`
  const added = await addTargets(ctx, { CampaignCode, Source: 'Segment', SourceName: Name, people })
  return { ...added, Unknown: [] }
}
