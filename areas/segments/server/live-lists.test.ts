import { beforeAll, describe, expect, test } from 'vitest'
import * as campaigns from '#areas/campaigns/contract.ts'
import { sendCampaignsJob } from '#areas/campaigns/server/send-campaigns.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addTemplate, listContactLog } from '#areas/messages/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { syncLiveListsJob } from './live-lists.ts'

// Noon in Kuala Lumpur.
const app = useApp({ at: '2026-06-10T04:00:00Z', prepare: ({ db }) => addEarningRules(db) })
const keeper = staffWith({ roles: ['Campaign'], privileges: ['View Sales Information'], outlet: 'HQ' })
const runSync = () => syncLiveListsJob.run(jobContext(app))
const runSends = () => sendCampaignsJob.run(jobContext(app))
let TemplateId: number

beforeAll(async () => {
  const template = {
    Name: 'For the list',
    ContactType: 'Email',
    Status: 'Active',
    isCampaign: 'Y',
    Texts: [{ Language: 'en', Subject: 'For {{ FullName }}', Body: '<p>Dear {{ FullName }}</p>' }],
  }
  TemplateId = (await app.call(addTemplate, template as never, hq)).body.TemplateId
})

/** Creates a customer with e-mail address and consent. */
async function addRecipient() {
  const person = await member(app.db)
  await app.sql(
    `update customer set email = $2 where customer_id = $1`,
    person.CustomerId,
    `l${person.CustomerId}@mail.example`,
  )
  await setConsent(person.CustomerId, 'Y')
  return person.CustomerId
}
const setConsent = (CustomerId: number, GrantedYN: 'Y' | 'N') =>
  app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN }, hq)
async function addRecipients(count: number) {
  const people: number[] = []
  for (let n = 0; n < count; n++) people.push(await addRecipient())
  return people
}

/** Creates a segment by a new tag, and returns a function that sets the customers with this tag. */
async function tagSegment(...ids: number[]) {
  const tag = `LIVE${nextNumber()}`
  const setTagged = async (...people: number[]) => {
    await app.sql('delete from customer_tag where name = $1', tag)
    for (const id of people) await app.sql('insert into customer_tag (customer_id, name) values ($1, $2)', id, tag)
  }
  await setTagged(...ids)
  const Conditions = {
    Match: 'All' as const,
    Conditions: [{ Field: 'customers.Tag', Test: 'Any of' as const, Values: [tag] }],
  }
  const { body } = await app.call(contract.addSegment, { Name: tag, Conditions }, keeper)
  return { SegmentId: body.SegmentId, Name: tag, setTagged }
}
const addToCampaign = (SegmentId: number, CampaignCode: string, ListAs: 'Snapshot' | 'Live' | 'Excluded' = 'Live') =>
  app.call(contract.addSegmentToCampaign, { SegmentId, CampaignCode, ListAs }, keeper)
const addByHand = (CampaignCode: string, CustomerId: number[], more: object = {}) =>
  app.call(campaigns.addCampaignTargets, { CampaignCode, CustomerId, ...more }, hq)
async function customersOn(CampaignCode: string, Status: 'Active' | 'Excluded' = 'Active') {
  const { body } = await app.call(campaigns.listCampaignTargets, { Search: { CampaignCode, Status } }, keeper)
  return body.rows.map(({ CustomerId }) => CustomerId).sort((a, b) => a - b)
}
const startSend = (CampaignCode: string) => app.call(campaigns.addCampaignSend, { CampaignCode, TemplateId }, hq)
const liveLists = async (CampaignCode: string) =>
  (await app.call(campaigns.listLiveLists, { Search: { CampaignCode } }, keeper)).body.rows
const messageResults = async (CustomerId: number) =>
  (await app.call(listContactLog, { Search: { CustomerId } }, hq)).body.rows.map(({ Result }) => Result)

describe('live target list', () => {
  test('live list: an update adds new matches, removes former matches and leaves customers added by hand', async () => {
    const { CampaignCode } = await campaign(app)
    const [leaver, stays, joiner, manual] = (await addRecipients(4)) as [number, number, number, number]
    const segment = await tagSegment(leaver, stays)
    await addByHand(CampaignCode, [manual])
    expect((await addToCampaign(segment.SegmentId, CampaignCode)).body).toMatchObject({ Added: 2 })
    await segment.setTagged(stays, joiner)
    app.clock.set('2026-06-10T05:20:00Z')
    await runSync()
    expect(await customersOn(CampaignCode)).toEqual([stays, joiner, manual].sort((a, b) => a - b))
    expect(await liveLists(CampaignCode)).toMatchObject([
      {
        SegmentId: segment.SegmentId,
        Name: segment.Name,
        Status: 'Live',
        Targets: 2,
        AddedAt: '2026-06-10T04:00:00.000Z',
        EvaluatedAt: '2026-06-10T05:20:00.000Z',
      },
    ])
    app.clock.set('2026-06-10T04:00:00Z')
  })

  test('live list: an update with changes writes one audit entry for each segment, and an update without changes none', async () => {
    const { CampaignCode } = await campaign(app)
    const [leaver, stays, joiner, secondJoiner] = (await addRecipients(4)) as [number, number, number, number]
    const [segment, otherSegment] = [await tagSegment(leaver, stays), await tagSegment()]
    await addToCampaign(segment.SegmentId, CampaignCode)
    await addToCampaign(otherSegment.SegmentId, CampaignCode)
    const [first, second] = (await liveLists(CampaignCode)).map(({ LiveListId }) => LiveListId).sort((a, b) => a - b)
    await segment.setTagged(stays, joiner, secondJoiner)
    await runSync()
    await runSync()
    await otherSegment.setTagged(leaver)
    await runSync()
    const entries = await app.sql<{ text: string }>(
      `select log_text as text from audit_log where action_type = 'Follow Segment' and object_id = $1 order by audit_log_id`,
      CampaignCode,
    )
    const prefix = `Follow Segment in Campaign Target. CampaignCode - ${CampaignCode}, LiveListId - `
    expect(entries).toEqual([
      { text: `${prefix}${first}, Came - 2, Went - 1` },
      { text: `${prefix}${second}, Came - 1, Went - 0` },
    ])
  })

  test('target list that follows no segment: stays unchanged when other customers match the segment', async () => {
    const { CampaignCode } = await campaign(app)
    const [before, later] = (await addRecipients(2)) as [number, number]
    const segment = await tagSegment(before)
    await addToCampaign(segment.SegmentId, CampaignCode, 'Snapshot')
    await segment.setTagged(later)
    await runSync()
    expect(await customersOn(CampaignCode)).toEqual([before])
    expect(await liveLists(CampaignCode)).toEqual([])
  })

  test('live list: a send reaches the current matches, and each customer only once', async () => {
    const { CampaignCode } = await campaign(app)
    const [first, second, third] = (await addRecipients(3)) as [number, number, number]
    const segment = await tagSegment(first)
    await addToCampaign(segment.SegmentId, CampaignCode)
    await segment.setTagged(second)
    expect(await startSend(CampaignCode)).toMatchObject({ status: 201, body: { Targets: 1 } })
    await runSends()
    // Contacted customers stay on the list, and new ones get the next send.
    await segment.setTagged(third)
    expect(await startSend(CampaignCode)).toMatchObject({ status: 201, body: { Targets: 1 } })
    await runSends()
    expect(await customersOn(CampaignCode)).toEqual([second, third])
    await segment.setTagged(second, third)
    expect((await startSend(CampaignCode)).refusal?.code).toBe('campaigns.send_nobody')
    expect([await messageResults(first), await messageResults(second), await messageResults(third)]).toEqual([
      [],
      ['Queued'],
      ['Queued'],
    ])
  })

  test('live list: a customer with a queued message stays on the list, and consent is checked when the message is written', async () => {
    const { CampaignCode } = await campaign(app)
    const [leaver, withdrawn] = (await addRecipients(2)) as [number, number]
    const segment = await tagSegment(leaver, withdrawn)
    await addToCampaign(segment.SegmentId, CampaignCode)
    await startSend(CampaignCode)
    await segment.setTagged(withdrawn)
    await runSync()
    await setConsent(withdrawn, 'N')
    await runSends()
    expect(await customersOn(CampaignCode)).toEqual([leaver, withdrawn])
    expect([await messageResults(leaver), await messageResults(withdrawn)]).toEqual([['Queued'], ['Opted out']])
  })

  test('live list of two segments: a customer who matches either segment stays on the list', async () => {
    const { CampaignCode } = await campaign(app)
    const [both] = (await addRecipients(1)) as [number]
    const [first, second] = [await tagSegment(both), await tagSegment(both)]
    await addToCampaign(first.SegmentId, CampaignCode)
    await addToCampaign(second.SegmentId, CampaignCode)
    await first.setTagged()
    await runSync()
    expect(await customersOn(CampaignCode)).toEqual([both])
    await second.setTagged()
    await runSync()
    expect(await customersOn(CampaignCode)).toEqual([])
  })

  test('live list: a customer who is excluded by hand or by a segment is never added', async () => {
    const { CampaignCode } = await campaign(app)
    const [excludedByHand, excludedBySegment, included] = (await addRecipients(3)) as [number, number, number]
    const segment = await tagSegment(included)
    await addToCampaign(segment.SegmentId, CampaignCode)
    await addByHand(CampaignCode, [excludedByHand], { ExcludeYN: 'Y' })
    await addToCampaign((await tagSegment(excludedBySegment)).SegmentId, CampaignCode, 'Excluded')
    await segment.setTagged(excludedByHand, excludedBySegment, included)
    await runSync()
    expect(await customersOn(CampaignCode)).toEqual([included])
    expect(await customersOn(CampaignCode, 'Excluded')).toEqual([excludedByHand, excludedBySegment])
  })

  test('live list: a list follows a segment once at most; after it stops following, the customers stay on the list', async () => {
    const { CampaignCode } = await campaign(app)
    const [stays] = (await addRecipients(1)) as [number]
    const segment = await tagSegment(stays)
    await addToCampaign(segment.SegmentId, CampaignCode)
    expect((await addToCampaign(segment.SegmentId, CampaignCode)).refusal?.code).toBe('campaigns.live_followed')
    const { LiveListId } = (await liveLists(CampaignCode))[0]!
    const ended = await app.call(campaigns.endLiveList, { LiveListId }, keeper)
    expect(ended.body).toMatchObject({ Status: 'Ended', Targets: 1 })
    await segment.setTagged()
    await runSync()
    expect(await customersOn(CampaignCode)).toEqual([stays])
    expect((await app.call(campaigns.endLiveList, { LiveListId }, keeper)).refusal?.code).toBe('campaigns.live_stopped')
    const entries = await app.sql<{ action: string }>(
      `select action_type as action from audit_record where object_type = 'LiveList' and object_id = $1 group by 1 order by 1`,
      `${LiveListId}`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['Add', 'Update'])
  })

  test('live list of a campaign with an award: while no customer matches the segment, no customer gets the award', async () => {
    const { CampaignCode } = await campaign(app, { AwardPointYN: 'Y', AwardPoint: 500, Status: 'Active' } as never)
    const segment = await tagSegment()
    await addToCampaign(segment.SegmentId, CampaignCode)
    const person = await member(app.db)
    const buy = async () => {
      const sale = {
        TransactionType: 'N',
        InvoiceNo: `LV${nextNumber()}`,
        MembershipNo: person.MembershipNo,
        OutletCode: 'KLCC',
        PerformedAt: app.clock.now().toISOString(),
        Details: [line('100.00', { Quantity: 1 })],
      }
      const { body } = await app.call(addTransaction, sale as never, hq)
      return body.BonusPoints
    }
    expect(await buy()).toBe(0)
    await segment.setTagged(person.CustomerId)
    await runSync()
    expect(await buy()).toBe(500)
  })

  test('live list: stays unchanged after its segment is deleted', async () => {
    const { CampaignCode } = await campaign(app)
    const [stays] = (await addRecipients(1)) as [number]
    const segment = await tagSegment(stays)
    await addToCampaign(segment.SegmentId, CampaignCode)
    await app.call(contract.deleteSegment, { SegmentId: segment.SegmentId }, keeper)
    await segment.setTagged()
    await runSync()
    expect(await customersOn(CampaignCode)).toEqual([stays])
  })
})
