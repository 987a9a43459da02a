import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { codeText, Id, Instant, PersonName } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

// A target list can take the customers of a segment once, or follow the segment as it changes (live list).

export const liveListRefusals = {
  notFound: refusal(404, 'campaigns.live_not_found', 'Record not found'),
  followed: refusal(409, 'campaigns.live_followed', 'The target list already follows this segment'),
  stopped: refusal(409, 'campaigns.live_stopped', 'The target list no longer follows this segment'),
}

export const LiveList = z.strictObject({
  LiveListId: Id,
  CampaignCode: z.string(),
  SegmentId: Id,
  /** Name of the segment at the last evaluation. */
  Name: z.string(),
  Status: z.enum(['Live', 'Ended']),
  /** Number of customers whom the live list has added to the target list. */
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
  scope: unnamedRows('HQ', row('campaign', 'Search.CampaignCode', 'everyone')),
  about: ['live list', 'campaign target', 'campaign'],
  summary: 'Lists the segments that target lists follow, since when, and how many customers each has put on the list',
  body: pageQuery(
    { CampaignCode: codeText(20), SegmentId: Id, Status: LiveList.shape.Status },
    { rows: 20, sort: ['AddedAt', 'EvaluatedAt'], direction: 'DESC' },
  ),
  reply: pageReply(LiveList),
})

export const endLiveList = change({
  path: `${path}/end`,
  access: { role },
  scope: unnamedRows('HQ', row('live list', 'LiveListId', 'everyone')),
  about: ['live list', 'campaign target', 'campaign'],
  summary: 'Stops a target list from following a segment; its customers stay on the list',
  body: z.strictObject({ LiveListId: Id }),
  reply: LiveList,
})
