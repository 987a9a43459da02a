import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { code, Id, Instant, PersonName } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row } from '#kit/contract/scope.ts'

// WHAT A TARGET LIST FOLLOWS. A segment may be put on a list once, as it means people at that moment, or live.

export const liveRefusals = {
  notFound: refusal(404, 'campaigns.live_not_found', 'Record not found'),
  followed: refusal(409, 'campaigns.live_followed', 'The target list already follows this segment'),
  stopped: refusal(409, 'campaigns.live_stopped', 'The target list does not follow this segment any more'),
}

export const LiveList = z.strictObject({
  LiveListId: Id,
  CampaignCode: z.string(),
  SegmentId: Id,
  /** The segment, as it was called when the list was last made what it means. */
  Name: z.string(),
  Status: z.enum(['Live', 'Ended']),
  /** Customers who are on the list by it now. */
  Targets: z.int(),
  AddedAt: Instant,
  AddedByName: PersonName.nullable(),
  EvaluatedAt: Instant,
  EndedAt: Instant.nullable(),
})
export type LiveList = z.infer<typeof LiveList>

const role = 'Campaign'
const path = '/campaign/target-lists/live'

export const listLiveLists = read({
  path: `${path}/find-all`,
  access: { role },
  scope: noRow('HQ', row('campaign', 'Search.CampaignCode', 'everyone')),
  about: ['live list', 'campaign target', 'campaign'],
  summary: 'The segments that target lists follow, since when, and how many customers are on the list by each',
  body: pageQuery(
    { CampaignCode: code(20), SegmentId: Id, Status: LiveList.shape.Status },
    { rows: 20, sort: ['AddedAt', 'EvaluatedAt'], direction: 'DESC' },
  ),
  reply: pageOf(LiveList),
})

export const endLiveList = change({
  path: `${path}/end`,
  access: { role },
  scope: noRow('HQ', row('live list', 'LiveListId', 'everyone')),
  about: ['live list', 'campaign target', 'campaign'],
  summary: 'A target list does not follow a segment any more; the customers who are on it stay',
  body: z.strictObject({ LiveListId: Id }),
  reply: LiveList,
})
