import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addTemplate, listContactLog } from '#areas/messages/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { addTargets } from './index.ts'
import { differenceOf } from './lift.ts'
import { sendCampaigns } from './send-campaigns.ts'

/** Noon in Kuala Lumpur. */
const noon = '2026-06-10T04:00:00Z'
const app = useApp({ at: noon })
const outlet = staffWith({ roles: ['Campaign Target List'] })
const run = () => sendCampaigns.run(jobContext(app))
let TemplateId: number

beforeAll(async () => {
  await earningRules(app.db)
  TemplateId = (
    await app.call(
      addTemplate,
      {
        Name: 'Birthday month',
        ContactType: 'Email',
        Status: 'Active',
        isCampaign: 'Y',
        Texts: [{ Language: 'en', Subject: 'For {{ FullName }}', Body: '<p>Dear {{ FullName }}</p>' }],
      } as never,
      hq,
    )
  ).body.TemplateId
})
beforeEach(() => app.clock.set(noon))

const agrees = (CustomerId: number, GrantedYN: 'Y' | 'N' = 'Y') =>
  app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN }, hq)
/** Somebody with an address who agreed to be written to. */
async function reader(consent = true) {
  const person = await member(app.db)
  await app.sql(
    'update customer set email = $2 where customer_id = $1',
    person.CustomerId,
    `m${person.CustomerId}@mail.example`,
  )
  if (consent) await agrees(person.CustomerId)
  return person
}
async function listOf(count: number, more: object = {}) {
  const { CampaignCode } = await campaign(app, more)
  const people = []
  for (let n = 0; n < count; n++) people.push(await reader())
  const CustomerId = people.map((person) => person.CustomerId)
  await app.call(contract.addTargets, { CampaignCode, CustomerId }, hq)
  return { CampaignCode, people }
}
const begin = (CampaignCode: string, more: object = {}) =>
  app.call(contract.addSend, { CampaignCode, TemplateId, ...more }, hq)
const turn = (SendId: number, Status: 'Running' | 'Paused' | 'Cancelled') =>
  app.call(contract.updateSend, { SendId, Status }, hq)
const sendOf = async (CampaignCode: string) =>
  (await app.call(contract.listSends, { Search: { CampaignCode } }, hq)).body.rows[0]!
const targets = async (CampaignCode: string) =>
  (await app.call(contract.listTargets, { Search: { CampaignCode }, SortDirection: 'ASC' }, hq)).body.rows
const writtenTo = async (CustomerId: number) =>
  (await app.call(listContactLog, { Search: { CustomerId } }, hq)).body.rows.map(({ Result }) => Result)
/** Somebody's bucket is chance: put where the test wants them. */
const bucket = (CustomerId: number, value: number) =>
  app.sql('update campaign_target set bucket = $2 where customer_id = $1', CustomerId, value)
async function buys(MembershipNo: string, price = '500.00', more: object = {}) {
  const InvoiceNo = `CV${nextNumber()}`
  const sale = {
    TransactionType: 'N',
    InvoiceNo,
    MembershipNo,
    OutletCode: 'KLCC',
    PerformedAt: app.clock.now().toISOString(),
    Details: [line(price, { Quantity: 1 })],
    ...more,
  }
  const { status, body } = await app.call(addTransaction, sale as never, hq)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return InvoiceNo
}
const takesBack = (OriginalInvoiceNo: string) =>
  app.call(addTransaction, { TransactionType: 'C', InvoiceNo: `${OriginalInvoiceNo}C`, OriginalInvoiceNo } as never, hq)
const converted = async (CampaignCode: string) =>
  (await targets(CampaignCode)).map(({ ConvertedInvoice }) => ConvertedInvoice)

describe('writing to a list', () => {
  test('everybody on it is written to once, and the list says when and by what', async () => {
    const { CampaignCode, people } = await listOf(3)
    expect((await begin(CampaignCode)).body).toMatchObject({
      Status: 'Running',
      Targets: 3,
      Done: 0,
      TemplateName: 'Birthday month',
    })
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({
      Status: 'Completed',
      Done: 3,
      Written: 3,
      HeldBack: 0,
      WaitsFor: null,
    })
    for (const { CustomerId } of people) expect(await writtenTo(CustomerId)).toEqual(['Queued'])
    expect((await targets(CampaignCode))[0]).toMatchObject({
      ContactedAt: '2026-06-10T04:00:00.000Z',
      Channel: 'Email',
      Result: 'Queued',
    })
    await run()
    expect(await writtenTo(people[0]!.CustomerId)).toEqual(['Queued'])
  })

  test('consent is asked for at the moment of writing, not when the send began', async () => {
    const { CampaignCode, people } = await listOf(2)
    await begin(CampaignCode)
    await agrees(people[0]!.CustomerId, 'N')
    await run()
    expect(await targets(CampaignCode)).toMatchObject([
      { Result: 'No consent', ContactedAt: null },
      { Result: 'Queued', ContactedAt: '2026-06-10T04:00:00.000Z' },
    ])
    expect(await sendOf(CampaignCode)).toMatchObject({ Written: 1, HeldBack: 1 })
    expect(await writtenTo(people[0]!.CustomerId)).toEqual(['Opted out'])
  })

  test('a process that dies in the middle writes to nobody twice and forgets nobody', async () => {
    const { CampaignCode, people } = await listOf(4)
    await begin(CampaignCode)
    // Several are written to at a time: counted by what no transaction takes back.
    await app.sql('create sequence letters')
    await app.sql(`create or replace function dies() returns trigger language plpgsql security definer as $$ begin
      if nextval('letters') > 2 then raise exception 'killed'; end if; return new; end $$`)
    await app.sql('create trigger dies before insert on outbox_message for each row execute function dies()')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Running', Written: 2, Done: 2 })
    await app.sql('drop trigger dies on outbox_message')
    app.clock.set('2026-06-10T04:05:00Z')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 4 })
    for (const { CustomerId } of people) expect(await writtenTo(CustomerId)).toEqual(['Queued'])
  })

  test('two processes at once write to nobody twice', async () => {
    const { CampaignCode, people } = await listOf(6)
    await begin(CampaignCode)
    await Promise.all([run(), run()])
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 6 })
    for (const { CustomerId } of people) expect(await writtenTo(CustomerId)).toEqual(['Queued'])
  })

  test('a send is paused, goes on, and is stopped for good', async () => {
    const { CampaignCode, people } = await listOf(2)
    const { SendId } = (await begin(CampaignCode)).body
    await turn(SendId, 'Paused')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Paused', Done: 0 })
    expect((await begin(CampaignCode)).refusal?.code).toBe('campaigns.send_running')
    await turn(SendId, 'Running')
    await turn(SendId, 'Cancelled')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Cancelled', Written: 0 })
    expect(await writtenTo(people[0]!.CustomerId)).toEqual([])
    expect((await turn(SendId, 'Running')).refusal?.code).toBe('campaigns.send_ended')
  })

  test('nothing is written while the campaign is paused', async () => {
    const { CampaignCode } = await listOf(1)
    await begin(CampaignCode)
    await app.call(contract.updateCampaign, { CampaignCode, Version: 1, Status: 'Paused' }, hq)
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Running', WaitsFor: 'Campaign', Done: 0 })
    expect((await begin(CampaignCode)).refusal?.code).toBe('campaigns.not_running')
    await app.call(contract.updateCampaign, { CampaignCode, Version: 2, Status: 'Active' }, hq)
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 1 })
  })

  test('outside of the hours for messages nothing is written; then it goes on, and consent is as it is by then', async () => {
    app.clock.set('2026-06-10T14:30:00Z')
    const { CampaignCode, people } = await listOf(2)
    await begin(CampaignCode)
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Running', WaitsFor: 'Hours', Done: 0 })
    await agrees(people[0]!.CustomerId, 'N')
    app.clock.set('2026-06-11T01:00:00Z')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', WaitsFor: null, Written: 1, HeldBack: 1 })
    expect(await writtenTo(people[0]!.CustomerId)).toEqual(['Opted out'])
  })

  test('only so many messages wait to be handed over; the rest is written once they have left', async () => {
    const handOver = () =>
      app.sql(`update outbox_message set status = 'Sent', sent_at = $1 where status = 'Queued'`, noon)
    await handOver()
    const { CampaignCode } = await campaign(app)
    const rows = await app.sql<{ id: number }>(
      `insert into customer (full_name, registered_outlet_code, registration_source, email)
       select 'NUR ' || n, 'KLCC', 'CRM', 'nur' || n || '@mail.example' from generate_series(1, 210) n returning customer_id::int as id`,
    )
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
       select id, 'Email', 'Y', '1', 'Import', $2 from unnest($1::int[]) id`,
      rows.map(({ id }) => id),
      '2026-06-01T00:00:00Z',
    )
    await app.call(contract.addTargets, { CampaignCode, CustomerId: rows.map(({ id }) => id) }, hq)
    await begin(CampaignCode)
    const stopping = new AbortController()
    const running = sendCampaigns.run(jobContext(app, { signal: stopping.signal }))
    await expect.poll(async () => (await sendOf(CampaignCode)).Done).toBeGreaterThanOrEqual(200)
    stopping.abort()
    await running
    app.clock.set('2026-06-10T04:02:00Z')
    const full = await sendOf(CampaignCode)
    expect(full).toMatchObject({ Status: 'Running', WaitsFor: 'Outbox' })
    // Three are written to at a time.
    expect(full.Done).toBeLessThanOrEqual(202)
    await handOver()
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 210 })
  })

  test('a second send is for those who had no contact yet, unless everybody is asked for', async () => {
    const { CampaignCode } = await listOf(1)
    await begin(CampaignCode)
    await run()
    expect((await begin(CampaignCode)).refusal?.code).toBe('campaigns.send_nobody')
    const { CustomerId } = await reader()
    await app.call(contract.addTargets, { CampaignCode, CustomerId: [CustomerId] }, hq)
    expect((await begin(CampaignCode)).body.Targets).toBe(1)
    await run()
    expect((await begin(CampaignCode, { SendTo: 'Whole list' })).body.Targets).toBe(2)
    await run()
  })

  test('anyone who is excluded or taken off after the send began is not written to', async () => {
    const { CampaignCode, people } = await listOf(2)
    await begin(CampaignCode)
    const [one, two] = people
    await app.call(contract.addTargets, { CampaignCode, CustomerId: [one!.CustomerId], ExcludeYN: 'Y' }, hq)
    await app.call(contract.deleteTarget, { TargetListId: (await targets(CampaignCode))[1]!.TargetListId }, hq)
    await run()
    expect([await writtenTo(one!.CustomerId), await writtenTo(two!.CustomerId)]).toEqual([[], []])
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 0 })
  })

  test('the control group is not written to, and cannot change afterwards', async () => {
    const { CampaignCode, people } = await listOf(2, { ControlPercent: 20 })
    await bucket(people[0]!.CustomerId, 19)
    await bucket(people[1]!.CustomerId, 20)
    await begin(CampaignCode)
    await run()
    expect(await targets(CampaignCode)).toMatchObject([
      { ControlYN: 'Y', ContactedAt: null },
      { ControlYN: 'N', Result: 'Queued' },
    ])
    expect(await writtenTo(people[0]!.CustomerId)).toEqual([])
    expect(await sendOf(CampaignCode)).toMatchObject({ Written: 1, Control: 1 })
    const change = await app.call(contract.updateCampaign, { CampaignCode, Version: 1, ControlPercent: 30 }, hq)
    expect(change.refusal?.code).toBe('campaigns.control_fixed')
  })

  test('who is in the control group is the same for the same customer and campaign, and about as many as asked for', async () => {
    const { CampaignCode } = await campaign(app, { ControlPercent: 20 })
    await app.sql(
      `insert into customer (full_name, registered_outlet_code, registration_source) select 'NUR ' || n, 'KLCC', 'CRM' from generate_series(1, 2000) n`,
    )
    const ctx = { db: app.db, now: app.clock.now(), actor: { userId: null }, audit: () => {} } as never
    const everybody = {
      CampaignCode,
      Source: 'Segment' as const,
      SourceName: 'All',
      people: sql`select customer_id from customer`,
    }
    const { Added } = await addTargets(ctx, everybody)
    expect(Added).toBeGreaterThan(2000)
    const [{ share }] = (await app.sql<{ share: number }>(
      'select avg((bucket < 20)::int)::float as share from campaign_target where campaign_code = $1',
      CampaignCode,
    )) as [{ share: number }]
    expect(share).toBeGreaterThan(0.16)
    expect(share).toBeLessThan(0.24)
    expect(await addTargets(ctx, everybody)).toMatchObject({ Added: 0, Already: Added })
  })
})

describe('contact by hand', () => {
  test('staff of the outlet note a call, and what came of it stands in the list', async () => {
    const { CampaignCode } = await listOf(1)
    const { TargetListId } = (await targets(CampaignCode))[0]!
    const noted = await app.call(
      contract.addContact,
      { TargetListId, Channel: 'Call', Result: 'Interested', Remark: 'Comes on Friday' },
      outlet,
    )
    expect(noted.body).toMatchObject({ Channel: 'Call', Result: 'Interested', ContactedAt: '2026-06-10T04:00:00.000Z' })
    const log = await app.call(contract.listContacts, { TargetListId }, outlet)
    expect(log.body.rows).toMatchObject([{ Channel: 'Call', Result: 'Interested', Remark: 'Comes on Friday' }])
  })
  test('nobody of the control group is called, else there is nothing to compare with', async () => {
    const { CampaignCode, people } = await listOf(1, { ControlPercent: 50 })
    await bucket(people[0]!.CustomerId, 0)
    const { TargetListId } = (await targets(CampaignCode))[0]!
    const noted = await app.call(contract.addContact, { TargetListId, Result: 'Reached' }, hq)
    expect(noted.refusal?.code).toBe('campaigns.in_control_group')
  })
})

describe('conversion', () => {
  async function contacted(more: object = {}) {
    const { CampaignCode, people } = await listOf(1, { EndDate: '2026-06-30', ...more })
    await begin(CampaignCode)
    await run()
    app.clock.set('2026-06-11T04:00:00Z')
    return { CampaignCode, person: people[0]! }
  }

  test('the first purchase after the contact counts, once', async () => {
    const { CampaignCode, person } = await contacted()
    const first = await buys(person.MembershipNo)
    await buys(person.MembershipNo)
    expect(await converted(CampaignCode)).toEqual([first])
  })
  test('a purchase before the contact does not count', async () => {
    const { CampaignCode, person } = await contacted()
    await buys(person.MembershipNo, '500.00', { PerformedAt: '2026-06-10T03:59:00Z' })
    expect(await converted(CampaignCode)).toEqual([null])
  })
  test('a purchase after the last day does not count', async () => {
    const { CampaignCode, person } = await contacted()
    app.clock.set('2026-06-30T16:30:00Z')
    await buys(person.MembershipNo)
    expect(await converted(CampaignCode)).toEqual([null])
  })
  test('a purchase on the last day counts', async () => {
    const { CampaignCode, person } = await contacted()
    app.clock.set('2026-06-30T15:30:00Z')
    const last = await buys(person.MembershipNo)
    expect(await converted(CampaignCode)).toEqual([last])
  })
  test('anyone who is on the list and was not contacted does not count as converted', async () => {
    const { CampaignCode, people } = await listOf(1)
    await buys(people[0]!.MembershipNo)
    expect(await converted(CampaignCode)).toEqual([null])
  })
  test('a purchase that was returned counts no longer, and the next one takes its place', async () => {
    const { CampaignCode, person } = await contacted()
    const first = await buys(person.MembershipNo)
    const second = await buys(person.MembershipNo, '80.00')
    expect((await takesBack(first)).status).toBe(201)
    expect(await converted(CampaignCode)).toEqual([second])
    await takesBack(second)
    expect(await converted(CampaignCode)).toEqual([null])
  })
  test('the page says what was sold, and the difference to the control group with its bounds', async () => {
    const { CampaignCode, people } = await listOf(4, { ControlPercent: 50, EndDate: '2026-06-30' })
    for (const [place, { CustomerId }] of people.entries()) await bucket(CustomerId, place < 2 ? 0 : 99)
    await begin(CampaignCode)
    await run()
    app.clock.set('2026-06-11T04:00:00Z')
    await buys(people[0]!.MembershipNo, '40.00')
    await buys(people[2]!.MembershipNo, '500.00')
    await buys(people[3]!.MembershipNo, '300.00')
    const { body } = await app.call(contract.getOutcome, { CampaignCode }, hq)
    expect(body).toMatchObject({
      Targeted: 4,
      Contacted: { Customers: 2, Converted: 2, Rate: 100, Sales: '800.00' },
      Control: { Customers: 2, Converted: 1, Rate: 50, Sales: '40.00' },
      SpentPoints: 0,
      Lift: { Difference: 50 },
    })
    expect(body.Lift!.From).toBeLessThan(0)
    const blind = staffWith({ roles: ['Campaign'], outlet: 'HQ' })
    expect((await app.call(contract.getOutcome, { CampaignCode }, blind)).body.Contacted).toMatchObject({ Sales: null })
  })
})

test('the interval of a difference is that of Newcombe’s table: 56 of 70 beside 48 of 80', () => {
  const { difference, from, until } = differenceOf({ of: 70, hits: 56 }, { of: 80, hits: 48 })!
  expect(difference).toBeCloseTo(0.2, 10)
  expect(from).toBeCloseTo(0.0524, 4)
  expect(until).toBeCloseTo(0.3339, 4)
})
test('with nobody in one of the groups there is nothing to compare', () => {
  expect(differenceOf({ of: 10, hits: 1 }, { of: 0, hits: 0 })).toBeUndefined()
})
