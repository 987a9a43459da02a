import { beforeAll, expect, test } from 'vitest'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addTemplate } from '#areas/messages/contract.ts'
import { listSettings, updateSetting } from '#areas/setup/contract/settings.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import * as contract from '../contract.ts'
import { sendCampaignsJob } from './send-campaigns.ts'

const app = useApp({ at: '2026-06-10T04:00:00Z' })
let TemplateId: number

beforeAll(async () => {
  TemplateId = await template({ Status: 'Active' })
  await changeSetting('messages.emailCost', '0.025')
})

const template = async (more: object) =>
  (
    await app.call(
      addTemplate,
      {
        Name: `Raya ${nextNumber()}`,
        ContactType: 'Email',
        isCampaign: 'Y',
        Texts: [{ Language: 'en', Subject: 'Raya', Body: '<p>Dear {{ FullName }}</p>' }],
        ...more,
      } as never,
      hq,
    )
  ).body.TemplateId

async function changeSetting(Name: string, Value: unknown) {
  const { body } = await app.call(listSettings, { Search: { Name } } as never, hq)
  await app.call(updateSetting, { Name, Version: body.rows[0]!.Version, Value } as never, hq)
}

const setConsent = (CustomerId: number | undefined, Channel: 'Email' | 'Service', GrantedYN: 'Y' | 'N') =>
  app.call(addConsent, { CustomerId, Channel, GrantedYN } as never, hq)
const updateCustomer = (CustomerId: number | undefined, change: string) =>
  app.sql(`update customer set ${change} where customer_id = $1`, CustomerId)

async function addRecipient() {
  const { CustomerId } = await member(app.db)
  await updateCustomer(CustomerId, `email = 'p' || customer_id || '@mail.example'`)
  await setConsent(CustomerId, 'Email', 'Y')
  return CustomerId
}

/** Creates a target list: one customer per suppression reason, two recipients, two in the control group. */
async function listWithEveryReason() {
  const { CampaignCode } = await campaign(app, { Status: 'Draft', ControlPercent: 10 })
  const people: number[] = []
  for (let n = 0; n < 10; n++) people.push(await addRecipient())
  const [inactive, noEmail, unverified, withdrawn, optedOut, capped, control, controlNoEmail] = people
  await updateCustomer(inactive, `status = 'Inactive'`)
  await updateCustomer(noEmail, 'email = null')
  await app.sql(
    `insert into unproved_contact (customer_id, field, typed_at) values ($1, 'Email', '2026-06-01T00:00:00Z')`,
    unverified,
  )
  await setConsent(withdrawn, 'Email', 'N')
  await setConsent(optedOut, 'Service', 'N')
  await app.sql(
    `insert into contact_log (message_id, created_at, customer_id, contact_type, purpose, language, text, result, template_id, template_version)
     select gen_random_uuid(), '2026-06-08T04:00:00Z', $1, 'Email', 'Marketing', 'en', 'x', 'Sent', $2, 1 from generate_series(1, 2)`,
    capped,
    TemplateId,
  )
  await updateCustomer(controlNoEmail, 'email = null')
  await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: people }, hq)
  await app.sql('update campaign_target set bucket = 50 where campaign_code = $1', CampaignCode)
  await app.sql(
    'update campaign_target set bucket = 0 where campaign_code = $1 and customer_id = any ($2)',
    CampaignCode,
    [control, controlNoEmail],
  )
  return CampaignCode
}

const preview = (CampaignCode: string, more: object = {}) =>
  app.call(contract.previewCampaignSend, { CampaignCode, TemplateId, ...more }, hq)

test('send preview: shows the same numbers of recipients, control group and suppressed customers by reason as the send', async () => {
  const CampaignCode = await listWithEveryReason()
  const { body } = await preview(CampaignCode)
  expect(body).toEqual({
    Listed: 10,
    Contacted: 0,
    Control: 1,
    Recipients: 2,
    Suppressed: expect.arrayContaining([
      { Reason: 'No address', Customers: 2 },
      { Reason: 'No consent', Customers: 2 },
      { Reason: 'Not Active', Customers: 1 },
      { Reason: 'Not proved', Customers: 1 },
      { Reason: 'Frequency cap', Customers: 1 },
    ]),
    MessageCost: '0.05',
  })
  const { status } = await app.call(
    contract.addCampaignSend,
    { CampaignCode, TemplateId, ActivateYN: 'Y', ReviewedVersion: 1 },
    hq,
  )
  expect(status).toBe(201)
  await sendCampaignsJob.run(jobContext(app))
  const [send] = (await app.call(contract.listCampaignSends, { Search: { CampaignCode } }, hq)).body.rows
  expect(send).toMatchObject({ Written: body.Recipients, Control: body.Control, HeldBack: 7, Status: 'Completed' })
  const { rows } = (await app.call(contract.listCampaignTargets, { Search: { CampaignCode } }, hq)).body
  for (const { Reason, Customers } of body.Suppressed)
    expect([Reason, rows.filter(({ Result }) => Result === Reason)]).toEqual([
      Reason,
      expect.objectContaining({ length: Customers }),
    ])
  const { body: outcome } = await app.call(contract.getCampaignOutcome, { CampaignCode }, hq)
  expect(outcome).toMatchObject({ MessageCost: '0.05', Days: [{ Date: '2026-06-10', Contacted: 0, Control: 0 }] })
})

test('send preview: targets who were contacted before are left out, unless the caller chooses the whole list', async () => {
  const { CampaignCode } = await campaign(app)
  const CustomerId = [await addRecipient(), await addRecipient()]
  await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId }, hq)
  await app.call(contract.addCampaignSend, { CampaignCode, TemplateId }, hq)
  await sendCampaignsJob.run(jobContext(app))
  expect((await preview(CampaignCode)).body).toMatchObject({
    Listed: 2,
    Contacted: 2,
    Recipients: 0,
    MessageCost: '0.00',
  })
  expect((await preview(CampaignCode, { SendTo: 'Whole list' })).body).toMatchObject({ Contacted: 0, Recipients: 2 })
})

test('send: a draft campaign is sent only if the request to send also activates it', async () => {
  const { CampaignCode } = await campaign(app, { Status: 'Draft' })
  await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: [await addRecipient()] }, hq)
  const send = (more: object) => app.call(contract.addCampaignSend, { CampaignCode, TemplateId, ...more }, hq)
  expect((await send({})).refusal?.code).toBe('campaigns.not_running')
  expect((await send({ ActivateYN: 'Y' })).body).toMatchObject({ Status: 'Running', Targets: 1 })
  const { body } = await app.call(contract.getCampaign, { CampaignCode }, hq)
  expect(body).toMatchObject({ Status: 'Active', SentYN: 'Y', Version: 2 })
})

test('send: a campaign that was changed after its review stays a draft and is not sent', async () => {
  const { CampaignCode, Version } = await campaign(app, { Status: 'Draft' })
  await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: [await addRecipient()] }, hq)
  await app.call(contract.updateCampaign, { CampaignCode, Version, CampaignName: 'Other' }, hq)
  const { refusal } = await app.call(
    contract.addCampaignSend,
    { CampaignCode, TemplateId, ActivateYN: 'Y', ReviewedVersion: Version },
    hq,
  )
  expect(refusal?.code).toBe('campaigns.send_changed')
  const { body } = await app.call(contract.getCampaign, { CampaignCode }, hq)
  expect(body).toMatchObject({ Status: 'Draft', SentYN: 'N' })
})

test('campaign: the message must be an active contact template that belongs to no event', async () => {
  const { CampaignCode } = await campaign(app, { TemplateId })
  const set = (id: number) => app.call(contract.updateCampaign, { CampaignCode, TemplateId: id }, hq)
  expect((await set(await template({ Status: 'Draft' }))).refusal?.code).toBe('campaigns.template_not_active')
  const { body } = await app.call(contract.getCampaign, { CampaignCode }, hq)
  expect(body).toMatchObject({ TemplateId, TemplateName: expect.stringContaining('Raya') })
})

test('calendar: lists campaigns that overlap the period, with reach and cost', async () => {
  const dates = { StartDate: '2027-02-10', EndDate: '2027-03-10', CampaignName: 'Spring' }
  const { CampaignCode } = await campaign(app, dates)
  const entriesIn = async (RunsFrom: string, RunsUntil: string) =>
    (await app.call(contract.listCampaignCalendar, { Search: { RunsFrom, RunsUntil } }, hq)).body.rows.filter(
      (row) => row.CampaignCode === CampaignCode,
    )
  expect(await entriesIn('2027-03-10', '2027-04-01')).toMatchObject([
    { CampaignName: 'Spring', Targeted: 0, Reach: 0, SpentPoints: 0, MessageCost: '0.00', Lift: null },
  ])
  expect(await entriesIn('2027-03-11', '2027-04-01')).toEqual([])
  expect(await entriesIn('2027-01-01', '2027-02-09')).toEqual([])
})

async function costOf(channel: 'Email' | 'SMS') {
  const CustomerId = await addRecipient()
  await app.call(addConsent, { CustomerId, Channel: channel, GrantedYN: 'Y' } as never, hq)
  const { CampaignCode } = await campaign(app)
  await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: [CustomerId] }, hq)
  const Texts = [
    {
      Language: 'en',
      ...(channel === 'Email' && { Subject: 'Raya' }),
      Body: 'Dear {{ FullName }} {{ UnsubscribeLink }}',
    },
  ]
  const templateId = await template({ Status: 'Active', ContactType: channel, Texts })

  return (await preview(CampaignCode, { TemplateId: templateId })).body.MessageCost
}

testSetting(
  app,
  'messages.emailCost',
  [
    ['0', '0.00'],
    ['0.5', '0.50'],
  ],
  () => costOf('Email'),
)

testSetting(
  app,
  'messages.smsCost',
  [
    ['0', '0.00'],
    ['0.12', '0.12'],
  ],
  () => costOf('SMS'),
)
