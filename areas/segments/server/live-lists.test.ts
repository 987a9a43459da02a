import { beforeAll, describe, expect, test } from 'vitest'
import * as campaigns from '#areas/campaigns/contract.ts'
import { sendCampaigns } from '#areas/campaigns/server/send-campaigns.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addTemplate, listContactLog } from '#areas/messages/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { followSegments } from './live-lists.ts'

// Noon in Kuala Lumpur.
const app = useApp({ at: '2026-06-10T04:00:00Z', prepare: ({ db }) => earningRules(db) })
const keeper = staffWith({ roles: ['Campaign'], privileges: ['View Sales Information'], outlet: 'HQ' })
const follow = () => followSegments.run(jobContext(app))
const write = () => sendCampaigns.run(jobContext(app))
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

/** Somebody who agreed to be written to. */
async function reader() {
  const person = await member(app.db)
  await app.sql(
    `update customer set email = $2 where customer_id = $1`,
    person.CustomerId,
    `l${person.CustomerId}@mail.example`,
  )
  await consents(person.CustomerId, 'Y')
  return person.CustomerId
}
const consents = (CustomerId: number, GrantedYN: 'Y' | 'N') =>
  app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN }, hq)
async function readers(count: number) {
  const people: number[] = []
  for (let n = 0; n < count; n++) people.push(await reader())
  return people
}

/** A segment of those who carry a tag, and a way to say who does. */
async function tagged(...ids: number[]) {
  const tag = `LIVE${nextNumber()}`
  const carry = async (...people: number[]) => {
    await app.sql('delete from customer_tag where name = $1', tag)
    for (const id of people) await app.sql('insert into customer_tag (customer_id, name) values ($1, $2)', id, tag)
  }
  await carry(...ids)
  const Conditions = {
    Match: 'All' as const,
    Conditions: [{ Field: 'customers.Tag', Test: 'Any of' as const, Values: [tag] }],
  }
  const { body } = await app.call(contract.addSegment, { Name: tag, Conditions }, keeper)
  return { SegmentId: body.SegmentId, Name: tag, carry }
}
const put = (SegmentId: number, CampaignCode: string, ListAs: 'Snapshot' | 'Live' | 'Excluded' = 'Live') =>
  app.call(contract.addSegmentToCampaign, { SegmentId, CampaignCode, ListAs }, keeper)
const byHand = (CampaignCode: string, CustomerId: number[], more: object = {}) =>
  app.call(campaigns.addTargets, { CampaignCode, CustomerId, ...more }, hq)
async function on(CampaignCode: string, Status: 'Active' | 'Excluded' = 'Active') {
  const { body } = await app.call(campaigns.listTargets, { Search: { CampaignCode, Status } }, keeper)
  return body.rows.map(({ CustomerId }) => CustomerId).sort((a, b) => a - b)
}
const send = (CampaignCode: string) => app.call(campaigns.addSend, { CampaignCode, TemplateId }, hq)
const lives = async (CampaignCode: string) =>
  (await app.call(campaigns.listLiveLists, { Search: { CampaignCode } }, keeper)).body.rows
const writtenTo = async (CustomerId: number) =>
  (await app.call(listContactLog, { Search: { CustomerId } }, hq)).body.rows.map(({ Result }) => Result)

describe('a live target list', () => {
  test('takes who is meant, lets go who is not any more, and keeps who was put there by hand', async () => {
    const { CampaignCode } = await campaign(app)
    const [goes, stays, comes, put1] = (await readers(4)) as [number, number, number, number]
    const segment = await tagged(goes, stays)
    await byHand(CampaignCode, [put1])
    expect((await put(segment.SegmentId, CampaignCode)).body).toMatchObject({ Added: 2 })
    await segment.carry(stays, comes)
    app.clock.set('2026-06-10T05:20:00Z')
    await follow()
    expect(await on(CampaignCode)).toEqual([stays, comes, put1].sort((a, b) => a - b))
    expect(await lives(CampaignCode)).toMatchObject([
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

  test('tells in the audit log how many came and went each time, and nothing where nobody did', async () => {
    const { CampaignCode } = await campaign(app)
    const [goes, stays, comes, too] = (await readers(4)) as [number, number, number, number]
    const [segment, other] = [await tagged(goes, stays), await tagged()]
    await put(segment.SegmentId, CampaignCode)
    await put(other.SegmentId, CampaignCode)
    const [first, second] = (await lives(CampaignCode)).map(({ LiveListId }) => LiveListId).sort((a, b) => a - b)
    await segment.carry(stays, comes, too)
    await follow()
    await follow()
    await other.carry(goes)
    await follow()
    const entries = await app.sql<{ text: string }>(
      `select log_text as text from audit_log where action_type = 'Follow Segment' and object_id = $1 order by audit_log_id`,
      CampaignCode,
    )
    const told = `Follow Segment in Campaign Target. CampaignCode - ${CampaignCode}, LiveListId - `
    expect(entries).toEqual([
      { text: `${told}${first}, Came - 2, Went - 1` },
      { text: `${told}${second}, Came - 1, Went - 0` },
    ])
  })

  test('beside it a snapshot stays as it was taken', async () => {
    const { CampaignCode } = await campaign(app)
    const [before, later] = (await readers(2)) as [number, number]
    const segment = await tagged(before)
    await put(segment.SegmentId, CampaignCode, 'Snapshot')
    await segment.carry(later)
    await follow()
    expect(await on(CampaignCode)).toEqual([before])
    expect(await lives(CampaignCode)).toEqual([])
  })

  test('is sent to its members at the moment of sending, and to nobody twice', async () => {
    const { CampaignCode } = await campaign(app)
    const [first, second, third] = (await readers(3)) as [number, number, number]
    const segment = await tagged(first)
    await put(segment.SegmentId, CampaignCode)
    await segment.carry(second)
    expect(await send(CampaignCode)).toMatchObject({ status: 201, body: { Targets: 1 } })
    await write()
    // Who was written to stays; who is new is reached by the next send.
    await segment.carry(third)
    expect(await send(CampaignCode)).toMatchObject({ status: 201, body: { Targets: 1 } })
    await write()
    expect(await on(CampaignCode)).toEqual([second, third])
    await segment.carry(second, third)
    expect((await send(CampaignCode)).refusal?.code).toBe('campaigns.send_nobody')
    expect([await writtenTo(first), await writtenTo(second), await writtenTo(third)]).toEqual([
      [],
      ['Queued'],
      ['Queued'],
    ])
  })

  test('who waits to be written to stays until then; a consent withdrawn meanwhile counts', async () => {
    const { CampaignCode } = await campaign(app)
    const [leaves, refuses] = (await readers(2)) as [number, number]
    const segment = await tagged(leaves, refuses)
    await put(segment.SegmentId, CampaignCode)
    await send(CampaignCode)
    await segment.carry(refuses)
    await follow()
    await consents(refuses, 'N')
    await write()
    expect(await on(CampaignCode)).toEqual([leaves, refuses])
    expect([await writtenTo(leaves), await writtenTo(refuses)]).toEqual([['Queued'], ['Opted out']])
  })

  test('of two segments, who is meant by one of them stays', async () => {
    const { CampaignCode } = await campaign(app)
    const [both] = (await readers(1)) as [number]
    const [one, other] = [await tagged(both), await tagged(both)]
    await put(one.SegmentId, CampaignCode)
    await put(other.SegmentId, CampaignCode)
    await one.carry()
    await follow()
    expect(await on(CampaignCode)).toEqual([both])
    await other.carry()
    await follow()
    expect(await on(CampaignCode)).toEqual([])
  })

  test('who is excluded stays off it, by hand or by a segment', async () => {
    const { CampaignCode } = await campaign(app)
    const [hand, segmented, inside] = (await readers(3)) as [number, number, number]
    const segment = await tagged(inside)
    await put(segment.SegmentId, CampaignCode)
    await byHand(CampaignCode, [hand], { ExcludeYN: 'Y' })
    await put((await tagged(segmented)).SegmentId, CampaignCode, 'Excluded')
    await segment.carry(hand, segmented, inside)
    await follow()
    expect(await on(CampaignCode)).toEqual([inside])
    expect(await on(CampaignCode, 'Excluded')).toEqual([hand, segmented])
  })

  test('follows a segment once, until it is stopped; who is on it then stays', async () => {
    const { CampaignCode } = await campaign(app)
    const [stays] = (await readers(1)) as [number]
    const segment = await tagged(stays)
    await put(segment.SegmentId, CampaignCode)
    expect((await put(segment.SegmentId, CampaignCode)).refusal?.code).toBe('campaigns.live_followed')
    const { LiveListId } = (await lives(CampaignCode))[0]!
    const ended = await app.call(campaigns.endLiveList, { LiveListId }, keeper)
    expect(ended.body).toMatchObject({ Status: 'Ended', Targets: 1 })
    await segment.carry()
    await follow()
    expect(await on(CampaignCode)).toEqual([stays])
    expect((await app.call(campaigns.endLiveList, { LiveListId }, keeper)).refusal?.code).toBe('campaigns.live_stopped')
    const entries = await app.sql<{ action: string }>(
      `select action_type as action from audit_record where object_type = 'LiveList' and object_id = $1 group by 1 order by 1`,
      `${LiveListId}`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['Add', 'Update'])
  })

  test('of a campaign with an award is a list also while the segment means nobody: not everybody is awarded', async () => {
    const { CampaignCode } = await campaign(app, { AwardPointYN: 'Y', AwardPoint: 500, Status: 'Active' } as never)
    const segment = await tagged()
    await put(segment.SegmentId, CampaignCode)
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
    await segment.carry(person.CustomerId)
    await follow()
    expect(await buy()).toBe(500)
  })

  test('of a campaign that was deleted, and of a segment that was, is left as it is', async () => {
    const { CampaignCode } = await campaign(app)
    const [stays] = (await readers(1)) as [number]
    const segment = await tagged(stays)
    await put(segment.SegmentId, CampaignCode)
    await app.call(contract.deleteSegment, { SegmentId: segment.SegmentId }, keeper)
    await segment.carry()
    await follow()
    expect(await on(CampaignCode)).toEqual([stays])
  })
})
