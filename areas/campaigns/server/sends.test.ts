import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addTemplate, listContactLog } from '#areas/messages/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { addCustomersToTargetList } from './index.ts'
import { calculateLift } from './lift.ts'
import { sendCampaignsJob } from './send-campaigns.ts'

/** The test runs at noon in Kuala Lumpur, within the message hours. */
const noon = '2026-06-10T04:00:00Z'
const app = useApp({ at: noon })
const outlet = staffWith({ roles: ['Campaign Target List'] })
const run = () => sendCampaignsJob.run(jobContext(app))
let TemplateId: number

beforeAll(async () => {
  await addEarningRules(app.db)
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

const setConsent = (CustomerId: number, GrantedYN: 'Y' | 'N' = 'Y') =>
  app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN }, hq)
/** A customer with an e-mail address and, by default, consent. */
async function addRecipient(consent = true) {
  const person = await member(app.db)
  await app.sql(
    'update customer set email = $2 where customer_id = $1',
    person.CustomerId,
    `m${person.CustomerId}@mail.example`,
  )
  if (consent) await setConsent(person.CustomerId)
  return person
}
async function listOf(count: number, more: object = {}) {
  const { CampaignCode } = await campaign(app, more)
  const people = []
  for (let n = 0; n < count; n++) people.push(await addRecipient())
  const CustomerId = people.map((person) => person.CustomerId)
  await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId }, hq)
  return { CampaignCode, people }
}
const startSend = (CampaignCode: string, more: object = {}) =>
  app.call(contract.addCampaignSend, { CampaignCode, TemplateId, ...more }, hq)
const setSendStatus = (SendId: number, Status: 'Running' | 'Paused' | 'Cancelled') =>
  app.call(contract.updateCampaignSend, { SendId, Status }, hq)
const sendOf = async (CampaignCode: string) =>
  (await app.call(contract.listCampaignSends, { Search: { CampaignCode } }, hq)).body.rows[0]!
const listTargets = async (CampaignCode: string) =>
  (await app.call(contract.listCampaignTargets, { Search: { CampaignCode }, SortDirection: 'ASC' }, hq)).body.rows
const messageResults = async (CustomerId: number) =>
  (await app.call(listContactLog, { Search: { CustomerId } }, hq)).body.rows.map(({ Result }) => Result)
/** Sets the bucket of a target, which is a hash in production. */
const setBucket = (CustomerId: number, value: number) =>
  app.sql('update campaign_target set bucket = $2 where customer_id = $1', CustomerId, value)
async function addSale(MembershipNo: string, price = '500.00', more: object = {}) {
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
const cancelSale = (OriginalInvoiceNo: string) =>
  app.call(addTransaction, { TransactionType: 'C', InvoiceNo: `${OriginalInvoiceNo}C`, OriginalInvoiceNo } as never, hq)
const convertedInvoices = async (CampaignCode: string) =>
  (await listTargets(CampaignCode)).map(({ ConvertedInvoice }) => ConvertedInvoice)

describe('sending a campaign to its target list', () => {
  test('send: each target gets one message, and the target list shows its time and channel', async () => {
    const { CampaignCode, people } = await listOf(3)
    expect((await startSend(CampaignCode)).body).toMatchObject({
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
    for (const { CustomerId } of people) expect(await messageResults(CustomerId)).toEqual(['Queued'])
    expect((await listTargets(CampaignCode))[0]).toMatchObject({
      ContactedAt: '2026-06-10T04:00:00.000Z',
      Channel: 'Email',
      Result: 'Queued',
    })
    await run()
    expect(await messageResults(people[0]!.CustomerId)).toEqual(['Queued'])
  })

  test('send: consent is checked when a message is written, not when the send starts', async () => {
    const { CampaignCode, people } = await listOf(2)
    await startSend(CampaignCode)
    await setConsent(people[0]!.CustomerId, 'N')
    await run()
    expect(await listTargets(CampaignCode)).toMatchObject([
      { Result: 'No consent', ContactedAt: null },
      { Result: 'Queued', ContactedAt: '2026-06-10T04:00:00.000Z' },
    ])
    expect(await sendOf(CampaignCode)).toMatchObject({ Written: 1, HeldBack: 1 })
    expect(await messageResults(people[0]!.CustomerId)).toEqual(['Opted out'])
  })

  test('send: if a process dies during the send, each target still gets exactly one message', async () => {
    const { CampaignCode, people } = await listOf(4)
    await startSend(CampaignCode)
    // Workers run in parallel, so the trigger counts with a sequence, which no rollback resets.
    await app.sql('create sequence message_count')
    await app.sql(`create or replace function dies() returns trigger language plpgsql security definer as $$ begin
      if nextval('message_count') > 2 then raise exception 'killed'; end if; return new; end $$`)
    await app.sql('create trigger dies before insert on outbox_message for each row execute function dies()')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Running', Written: 2, Done: 2 })
    await app.sql('drop trigger dies on outbox_message')
    app.clock.set('2026-06-10T04:05:00Z')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 4 })
    for (const { CustomerId } of people) expect(await messageResults(CustomerId)).toEqual(['Queued'])
  })

  test('send: two concurrent processes write one message per target', async () => {
    const { CampaignCode, people } = await listOf(6)
    await startSend(CampaignCode)
    await Promise.all([run(), run()])
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 6 })
    for (const { CustomerId } of people) expect(await messageResults(CustomerId)).toEqual(['Queued'])
  })

  test('send: a running send can be paused, resumed and cancelled', async () => {
    const { CampaignCode, people } = await listOf(2)
    const { SendId } = (await startSend(CampaignCode)).body
    await setSendStatus(SendId, 'Paused')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Paused', Done: 0 })
    expect((await startSend(CampaignCode)).refusal?.code).toBe('campaigns.send_running')
    await setSendStatus(SendId, 'Running')
    await setSendStatus(SendId, 'Cancelled')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Cancelled', Written: 0 })
    expect(await messageResults(people[0]!.CustomerId)).toEqual([])
    expect((await setSendStatus(SendId, 'Running')).refusal?.code).toBe('campaigns.send_ended')
  })

  test('send: no message is written while the campaign is paused', async () => {
    const { CampaignCode } = await listOf(1)
    await startSend(CampaignCode)
    await app.call(contract.updateCampaign, { CampaignCode, Version: 1, Status: 'Paused' }, hq)
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Running', WaitsFor: 'Campaign', Done: 0 })
    expect((await startSend(CampaignCode)).refusal?.code).toBe('campaigns.not_running')
    await app.call(contract.updateCampaign, { CampaignCode, Version: 2, Status: 'Active' }, hq)
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 1 })
  })

  test('send: outside of the message hours the send waits, and then checks each consent again', async () => {
    app.clock.set('2026-06-10T14:30:00Z')
    const { CampaignCode, people } = await listOf(2)
    await startSend(CampaignCode)
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Running', WaitsFor: 'Hours', Done: 0 })
    await setConsent(people[0]!.CustomerId, 'N')
    app.clock.set('2026-06-11T01:00:00Z')
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', WaitsFor: null, Written: 1, HeldBack: 1 })
    expect(await messageResults(people[0]!.CustomerId)).toEqual(['Opted out'])
  })

  test('send: the send stops while the outbox is full, and continues once the outbox has room', async () => {
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
    await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: rows.map(({ id }) => id) }, hq)
    await startSend(CampaignCode)
    const stopping = new AbortController()
    const running = sendCampaignsJob.run(jobContext(app, { signal: stopping.signal }))
    await expect.poll(async () => (await sendOf(CampaignCode)).Done).toBeGreaterThanOrEqual(200)
    stopping.abort()
    await running
    app.clock.set('2026-06-10T04:02:00Z')
    const full = await sendOf(CampaignCode)
    expect(full).toMatchObject({ Status: 'Running', WaitsFor: 'Outbox' })
    // The outbox limit is 200, which parallel workers may exceed by two messages.
    expect(full.Done).toBeLessThanOrEqual(202)
    await handOver()
    await run()
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 210 })
  })

  test('send: a second send reaches only targets who were not contacted, unless the whole list is chosen', async () => {
    const { CampaignCode } = await listOf(1)
    await startSend(CampaignCode)
    await run()
    expect((await startSend(CampaignCode)).refusal?.code).toBe('campaigns.send_nobody')
    const { CustomerId } = await addRecipient()
    await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: [CustomerId] }, hq)
    expect((await startSend(CampaignCode)).body.Targets).toBe(1)
    await run()
    expect((await startSend(CampaignCode, { SendTo: 'Whole list' })).body.Targets).toBe(2)
    await run()
  })

  test('send: a target that is excluded or removed after the start of the send gets no message', async () => {
    const { CampaignCode, people } = await listOf(2)
    await startSend(CampaignCode)
    const [one, two] = people
    await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: [one!.CustomerId], ExcludeYN: 'Y' }, hq)
    await app.call(
      contract.deleteCampaignTarget,
      { TargetListId: (await listTargets(CampaignCode))[1]!.TargetListId },
      hq,
    )
    await run()
    expect([await messageResults(one!.CustomerId), await messageResults(two!.CustomerId)]).toEqual([[], []])
    expect(await sendOf(CampaignCode)).toMatchObject({ Status: 'Completed', Written: 0 })
  })

  test('send: the control group gets no message, and its size cannot change after the send', async () => {
    const { CampaignCode, people } = await listOf(2, { ControlPercent: 20 })
    await setBucket(people[0]!.CustomerId, 19)
    await setBucket(people[1]!.CustomerId, 20)
    await startSend(CampaignCode)
    await run()
    expect(await listTargets(CampaignCode)).toMatchObject([
      { ControlYN: 'Y', ContactedAt: null },
      { ControlYN: 'N', Result: 'Queued' },
    ])
    expect(await messageResults(people[0]!.CustomerId)).toEqual([])
    expect(await sendOf(CampaignCode)).toMatchObject({ Written: 1, Control: 1 })
    const change = await app.call(contract.updateCampaign, { CampaignCode, Version: 1, ControlPercent: 30 }, hq)
    expect(change.refusal?.code).toBe('campaigns.control_fixed')
  })

  test('control group: customer and campaign alone decide who belongs to the group, and its size is about as configured', async () => {
    const { CampaignCode } = await campaign(app, { ControlPercent: 20 })
    await app.sql(
      `insert into customer (full_name, registered_outlet_code, registration_source) select 'NUR ' || n, 'KLCC', 'CRM' from generate_series(1, 2000) n`,
    )
    const ctx = { db: app.db, now: app.clock.now(), actor: { userId: null }, audit: () => {} } as never
    const allCustomers = {
      CampaignCode,
      Source: 'Segment' as const,
      SourceName: 'All',
      people: sql`select customer_id from customer`,
    }
    const { Added } = await addCustomersToTargetList(ctx, allCustomers)
    expect(Added).toBeGreaterThan(2000)
    const [{ share }] = (await app.sql<{ share: number }>(
      'select avg((bucket < 20)::int)::float as share from campaign_target where campaign_code = $1',
      CampaignCode,
    )) as [{ share: number }]
    expect(share).toBeGreaterThan(0.16)
    expect(share).toBeLessThan(0.24)
    expect(await addCustomersToTargetList(ctx, allCustomers)).toMatchObject({ Added: 0, Already: Added })
  })
})

describe('contacts of a campaign recorded by hand', () => {
  test('contact recorded by hand: outlet staff record a call, and the target list shows its result', async () => {
    const { CampaignCode } = await listOf(1)
    const { TargetListId } = (await listTargets(CampaignCode))[0]!
    const contact = await app.call(
      contract.addCampaignContact,
      { TargetListId, Channel: 'Call', Result: 'Interested', Remark: 'Comes on Friday' },
      outlet,
    )
    expect(contact.body).toMatchObject({
      Channel: 'Call',
      Result: 'Interested',
      ContactedAt: '2026-06-10T04:00:00.000Z',
    })
    const log = await app.call(contract.listCampaignContacts, { TargetListId }, outlet)
    expect(log.body.rows).toMatchObject([{ Channel: 'Call', Result: 'Interested', Remark: 'Comes on Friday' }])
  })
  test('contact recorded by hand: a contact with a target in the control group is refused', async () => {
    const { CampaignCode, people } = await listOf(1, { ControlPercent: 50 })
    await setBucket(people[0]!.CustomerId, 0)
    const { TargetListId } = (await listTargets(CampaignCode))[0]!
    const contact = await app.call(contract.addCampaignContact, { TargetListId, Result: 'Reached' }, hq)
    expect(contact.refusal?.code).toBe('campaigns.in_control_group')
  })
})

describe('conversion of campaign targets', () => {
  async function contactedList(more: object = {}) {
    const { CampaignCode, people } = await listOf(1, { EndDate: '2026-06-30', ...more })
    await startSend(CampaignCode)
    await run()
    app.clock.set('2026-06-11T04:00:00Z')
    return { CampaignCode, person: people[0]! }
  }

  test('conversion: only the first purchase after the contact counts', async () => {
    const { CampaignCode, person } = await contactedList()
    const first = await addSale(person.MembershipNo)
    await addSale(person.MembershipNo)
    expect(await convertedInvoices(CampaignCode)).toEqual([first])
  })
  test('conversion: a purchase before the contact does not count', async () => {
    const { CampaignCode, person } = await contactedList()
    await addSale(person.MembershipNo, '500.00', { PerformedAt: '2026-06-10T03:59:00Z' })
    expect(await convertedInvoices(CampaignCode)).toEqual([null])
  })
  test('conversion: a purchase after the last day does not count', async () => {
    const { CampaignCode, person } = await contactedList()
    app.clock.set('2026-06-30T16:30:00Z')
    await addSale(person.MembershipNo)
    expect(await convertedInvoices(CampaignCode)).toEqual([null])
  })
  test('conversion: a purchase on the last day counts', async () => {
    const { CampaignCode, person } = await contactedList()
    app.clock.set('2026-06-30T15:30:00Z')
    const last = await addSale(person.MembershipNo)
    expect(await convertedInvoices(CampaignCode)).toEqual([last])
  })
  test('conversion: a target who was not contacted does not count', async () => {
    const { CampaignCode, people } = await listOf(1)
    await addSale(people[0]!.MembershipNo)
    expect(await convertedInvoices(CampaignCode)).toEqual([null])
  })
  test('conversion: if the counted purchase is returned, the next purchase counts instead', async () => {
    const { CampaignCode, person } = await contactedList()
    const first = await addSale(person.MembershipNo)
    const second = await addSale(person.MembershipNo, '80.00')
    expect((await cancelSale(first)).status).toBe(201)
    expect(await convertedInvoices(CampaignCode)).toEqual([second])
    await cancelSale(second)
    expect(await convertedInvoices(CampaignCode)).toEqual([null])
  })
  test('campaign outcome: shows the sales, and the lift over the control group with its confidence interval', async () => {
    const { CampaignCode, people } = await listOf(4, { ControlPercent: 50, EndDate: '2026-06-30' })
    for (const [index, { CustomerId }] of people.entries()) await setBucket(CustomerId, index < 2 ? 0 : 99)
    await startSend(CampaignCode)
    await run()
    app.clock.set('2026-06-11T04:00:00Z')
    await addSale(people[0]!.MembershipNo, '40.00')
    await addSale(people[2]!.MembershipNo, '500.00')
    await addSale(people[3]!.MembershipNo, '300.00')
    const { body } = await app.call(contract.getCampaignOutcome, { CampaignCode }, hq)
    expect(body).toMatchObject({
      Targeted: 4,
      Contacted: { Customers: 2, Converted: 2, Rate: 100, Sales: '800.00' },
      Control: { Customers: 2, Converted: 1, Rate: 50, Sales: '40.00' },
      SpentPoints: 0,
      Lift: { Difference: 50 },
    })
    expect(body.Lift!.From).toBeLessThan(0)
    const blind = staffWith({ roles: ['Campaign'], outlet: 'HQ' })
    expect((await app.call(contract.getCampaignOutcome, { CampaignCode }, blind)).body.Contacted).toMatchObject({
      Sales: null,
    })
  })
})

test('lift: 56 buyers of 70 against 48 of 80 give the confidence interval in Newcombe’s table', () => {
  const { difference, from, until } = calculateLift({ total: 70, hits: 56 }, { total: 80, hits: 48 })!
  expect(difference).toBeCloseTo(0.2, 10)
  expect(from).toBeCloseTo(0.0524, 4)
  expect(until).toBeCloseTo(0.3339, 4)
})
test('lift: an empty group makes the lift undefined', () => {
  expect(calculateLift({ total: 10, hits: 1 }, { total: 0, hits: 0 })).toBeUndefined()
})
