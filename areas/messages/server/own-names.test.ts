import { beforeEach, expect, test } from 'vitest'
import { customFieldRecord } from '#areas/custom-fields/contract/custom-fields.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { getCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { registered } from '#tests/factories/customers.ts'
import { hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// Tests custom fields of customers as merge fields.

const app = useApp({ at: '2026-03-10T04:00:00Z' })
beforeEach(() => app.sql('update custom_field set status = $1', 'Inactive'))

let counter = 0
async function field(FieldType: string, more: object = {}) {
  const input = {
    CustomFieldCode: `OWN_${++counter}`,
    CustomFieldName: `Own field ${counter}`,
    FieldType,
    SequenceNo: counter,
    IsMandatoryYN: 'N',
    ...more,
  }
  return (await app.call(customFieldRecord.add, input as never, hq)).body
}
const deactivate = async ({ CustomFieldId }: { CustomFieldId: number }) => {
  const { Version } = (await app.call(customFieldRecord.get, { CustomFieldId }, hq)).body
  await app.call(customFieldRecord.update, { CustomFieldId, Version, Status: 'Inactive' } as never, hq)
}
async function addPerson(CustomValues: object, Language = 'English') {
  const { CustomerId } = await registered(app.db, { Email: `own${++counter}@mail.example`, Language })
  await app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN: 'Y' }, hq)
  const { Version } = (await app.call(getCustomer, { CustomerId }, hq)).body
  await app.call(updateCustomer, { CustomerId, Version, CustomValues } as never, hq)
  return CustomerId
}
const addTemplate = (Body: string, Subject = 'Hello') =>
  app.call(
    contract.addTemplate,
    {
      Name: `Own ${++counter}`,
      Status: 'Active',
      Texts: ['en', 'fr'].map((Language) => ({ Language, Subject, Body: `<p>${Body}</p>` })),
    } as never,
    hq,
  )
const renderOrSend = async (TemplateId: number, CustomerId: number[], Option = 'View Only') =>
  (await app.call(contract.findCustomerMessages, { TemplateId, CustomerId, Option } as never, hq)).body.rows

const metals = {
  ListItems: [
    { Value: 'Gold', Labels: { fr: 'Or' }, SequenceNo: 1 },
    { Value: 'Silver', Labels: { fr: 'Argent' }, SequenceNo: 2 },
  ],
}

test('message editor: active custom fields are offered as merge fields, with their label', async () => {
  const [size, removedField] = [await field('Number'), await field('Text')]
  await deactivate(removedField)
  const names = async () => (await app.call(contract.getTemplateOptions, {}, hq)).body.Names
  const options = (await names()).filter(({ Name }) => Name.startsWith('Custom_'))
  expect(options).toMatchObject([
    { Name: `Custom_${size.CustomFieldCode}`, Title: size.CustomFieldName, Kind: 'number', AlwaysYN: 'N' },
  ])
})

test('custom field in a message: is formatted by its type in the customer’s language, and compared by its stored value', async () => {
  const [metal, stones, day, moment, budget] = [
    await field('Selection', metals),
    await field('Multiple Selection', metals),
    await field('Date'),
    await field('Datetime'),
    await field('Number'),
  ].map(({ CustomFieldCode }) => CustomFieldCode) as [string, string, string, string, string]
  const values = {
    [metal]: 'Gold',
    [stones]: ['Gold', 'Silver'],
    [day]: '2026-02-28',
    // In UTC this time falls on the evening of the day before.
    [moment]: '2026-05-10T02:30:00',
    [budget]: '12500.5',
  }
  const text = [metal, stones, day, moment, budget].map((code) => `{{ Custom_${code} }}`).join(' / ')
  const { body } = await addTemplate(
    `${text}{% if Custom_${metal} == "Gold" and Custom_${budget} > 12000 %} / rich{% endif %}`,
  )
  const [english, french] = [await addPerson(values), await addPerson(values, 'French')]
  const rows = await renderOrSend(body.TemplateId, [english, french])
  expect(rows.map(({ Text }) => Text.split('\n')[0]!.replaceAll('\u202f', ' '))).toEqual([
    'Gold / Gold, Silver / 28 February 2026 / 10 May 2026 / 12,500.5 / rich',
    'Or / Or, Argent / 28 février 2026 / 10 mai 2026 / 12 500,5 / rich',
  ])
})

test('custom field in a message: preview, message, test message and bulk send have the same subject and body', async () => {
  const { CustomFieldCode: code } = await field('Text')
  const { body } = await addTemplate(`Your {{ Custom_${code} }}`, `About your {{ Custom_${code} }}`)
  const [first, second] = [await addPerson({ [code]: 'ring' }), await addPerson({ [code]: 'bracelet' })]
  const parts = (rows: Awaited<ReturnType<typeof renderOrSend>>) =>
    rows.map(({ Subject, Html, Text, Missing }) => [
      Subject,
      /Your [a-z]+/.exec(Html ?? '')?.[0],
      Text.split('\n')[0],
      Missing.length,
    ])
  const ring = ['About your ring', 'Your ring', 'Your ring', 0]
  expect(parts(await renderOrSend(body.TemplateId, [first]))).toEqual([ring])
  expect(parts(await renderOrSend(body.TemplateId, [first, second], 'Send'))).toEqual([
    ring,
    ['About your bracelet', 'Your bracelet', 'Your bracelet', 0],
  ])
  const sent = await app.sql<{ subject: string; body: string }>(
    `select subject, body from outbox_message where recipient = (select email from customer where customer_id = $1)`,
    first,
  )
  expect(sent).toMatchObject([{ subject: 'About your ring' }])
  expect(sent[0]!.body).toContain('Your ring')
})

test('custom field in a message: a missing value is replaced by the fallback, and without a fallback nothing is sent', async () => {
  const { CustomFieldCode: code } = await field('Text')
  const [withoutFallback, withFallback] = [
    await addTemplate(`Your {{ Custom_${code} }}`),
    await addTemplate(`Your {{ Custom_${code} | default: "piece" }}`),
  ]
  const CustomerId = await addPerson({})
  expect(await renderOrSend(withoutFallback.body.TemplateId, [CustomerId], 'Send')).toMatchObject([
    { Blocked: 'Missing values', Missing: [`Custom_${code}`], MessageId: null },
  ])
  expect((await renderOrSend(withFallback.body.TemplateId, [CustomerId]))[0]).toMatchObject({
    Blocked: null,
    Missing: [],
  })
})

test('custom field in a message: a deactivated or deleted field counts as missing and cannot be used in new texts', async () => {
  const fields = [await field('Text'), await field('Text')]
  const [firstName, secondName] = fields.map(({ CustomFieldCode }) => `Custom_${CustomFieldCode}`)
  const stored = await addTemplate(`{{ ${firstName} }} and {{ ${secondName} | default: "more" }}`)
  const CustomerId = await addPerson(Object.fromEntries(fields.map(({ CustomFieldCode }) => [CustomFieldCode, 'blue'])))
  expect((await renderOrSend(stored.body.TemplateId, [CustomerId]))[0]!.Text).toContain('blue and blue')
  await deactivate(fields[0]!)
  await app.call(customFieldRecord.remove, { CustomFieldId: fields[1]!.CustomFieldId } as never, hq)
  expect(await renderOrSend(stored.body.TemplateId, [CustomerId], 'Send')).toMatchObject([
    { Blocked: 'Missing values', Missing: [firstName], Text: expect.stringContaining(' and more') },
  ])
  expect((await addTemplate(`{{ ${firstName} }}`)).refusal.message).toBe(`Unknown field in the text (en): ${firstName}`)
})
