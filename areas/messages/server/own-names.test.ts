import { beforeEach, expect, test } from 'vitest'
import { customFields } from '#areas/custom-fields/contract/custom-fields.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { getCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { registered } from '#tests/factories/customers.ts'
import { hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// The company's own fields of customers in what is written to them.

const app = useApp({ at: '2026-03-10T04:00:00Z' })
beforeEach(() => app.sql('update custom_field set status = $1', 'Inactive'))

let made = 0
async function field(FieldType: string, more: object = {}) {
  const input = {
    CustomFieldCode: `OWN_${++made}`,
    CustomFieldName: `Own field ${made}`,
    FieldType,
    SequenceNo: made,
    IsMandatoryYN: 'N',
    ...more,
  }
  return (await app.call(customFields.add, input as never, hq)).body
}
const deactivate = async ({ CustomFieldId }: { CustomFieldId: number }) => {
  const { Version } = (await app.call(customFields.get, { CustomFieldId }, hq)).body
  await app.call(customFields.update, { CustomFieldId, Version, Status: 'Inactive' } as never, hq)
}
async function person(CustomValues: object, Language = 'English') {
  const { CustomerId } = await registered(app.db, { Email: `own${++made}@mail.example`, Language })
  await app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN: 'Y' }, hq)
  const { Version } = (await app.call(getCustomer, { CustomerId }, hq)).body
  await app.call(updateCustomer, { CustomerId, Version, CustomValues } as never, hq)
  return CustomerId
}
const add = (Body: string, Subject = 'Hello') =>
  app.call(
    contract.addTemplate,
    {
      Name: `Own ${++made}`,
      Status: 'Active',
      Texts: ['en', 'fr'].map((Language) => ({ Language, Subject, Body: `<p>${Body}</p>` })),
    } as never,
    hq,
  )
const write = async (TemplateId: number, CustomerId: number[], Option = 'View Only') =>
  (await app.call(contract.findCustomerMessages, { TemplateId, CustomerId, Option } as never, hq)).body.rows

const metals = {
  ListItems: [
    { Value: 'Gold', Labels: { fr: 'Or' }, SequenceNo: 1 },
    { Value: 'Silver', Labels: { fr: 'Argent' }, SequenceNo: 2 },
  ],
}

test('an editor is offered the active ones, by the name that the company gave them', async () => {
  const [size, gone] = [await field('Number'), await field('Text')]
  await deactivate(gone)
  const names = async () => (await app.call(contract.getTemplateOptions, {}, hq)).body.Names
  const offered = (await names()).filter(({ Name }) => Name.startsWith('Custom_'))
  expect(offered).toMatchObject([
    { Name: `Custom_${size.CustomFieldCode}`, Title: size.CustomFieldName, Kind: 'number', AlwaysYN: 'N' },
  ])
})

test('a value is written in the language of its reader, as what its field says it is, and compared as it is kept', async () => {
  const [metal, stones, day, moment, budget] = [
    await field('Selection', metals),
    await field('Multiple Selection', metals),
    await field('Date'),
    await field('Datetime'),
    await field('Number'),
  ].map(({ CustomFieldCode }) => CustomFieldCode) as [string, string, string, string, string]
  const held = {
    [metal]: 'Gold',
    [stones]: ['Gold', 'Silver'],
    [day]: '2026-02-28',
    // The evening of the day before in UTC.
    [moment]: '2026-05-10T02:30:00',
    [budget]: '12500.5',
  }
  const text = [metal, stones, day, moment, budget].map((code) => `{{ Custom_${code} }}`).join(' / ')
  const { body } = await add(`${text}{% if Custom_${metal} == "Gold" and Custom_${budget} > 12000 %} / rich{% endif %}`)
  const [one, two] = [await person(held), await person(held, 'French')]
  const rows = await write(body.TemplateId, [one, two])
  expect(rows.map(({ Text }) => Text.split('\n')[0]!.replaceAll('\u202f', ' '))).toEqual([
    'Gold / Gold, Silver / 28 February 2026 / 10 May 2026 / 12,500.5 / rich',
    'Or / Or, Argent / 28 février 2026 / 10 mai 2026 / 12 500,5 / rich',
  ])
})

test('subject and body, preview, one message, a test and one of many say the same', async () => {
  const { CustomFieldCode: code } = await field('Text')
  const { body } = await add(`Your {{ Custom_${code} }}`, `About your {{ Custom_${code} }}`)
  const [one, two] = [await person({ [code]: 'ring' }), await person({ [code]: 'bracelet' })]
  const said = (rows: Awaited<ReturnType<typeof write>>) =>
    rows.map(({ Subject, Html, Text, Missing }) => [
      Subject,
      /Your [a-z]+/.exec(Html ?? '')?.[0],
      Text.split('\n')[0],
      Missing.length,
    ])
  const ring = ['About your ring', 'Your ring', 'Your ring', 0]
  expect(said(await write(body.TemplateId, [one]))).toEqual([ring])
  expect(said(await write(body.TemplateId, [one, two], 'Send'))).toEqual([
    ring,
    ['About your bracelet', 'Your bracelet', 'Your bracelet', 0],
  ])
  const sent = await app.sql<{ subject: string; body: string }>(
    `select subject, body from outbox_message where recipient = (select email from customer where customer_id = $1)`,
    one,
  )
  expect(sent).toMatchObject([{ subject: 'About your ring' }])
  expect(sent[0]!.body).toContain('Your ring')
})

test('who has no value is written to by the fallback, and else not at all', async () => {
  const { CustomFieldCode: code } = await field('Text')
  const [bare, kind] = [
    await add(`Your {{ Custom_${code} }}`),
    await add(`Your {{ Custom_${code} | default: "piece" }}`),
  ]
  const CustomerId = await person({})
  expect(await write(bare.body.TemplateId, [CustomerId], 'Send')).toMatchObject([
    { Blocked: 'Missing values', Missing: [`Custom_${code}`], MessageId: null },
  ])
  expect((await write(kind.body.TemplateId, [CustomerId]))[0]).toMatchObject({ Blocked: null, Missing: [] })
})

test('a field that was deactivated or deleted is missing in texts that name it, and cannot be saved into one', async () => {
  const fields = [await field('Text'), await field('Text')]
  const [one, two] = fields.map(({ CustomFieldCode }) => `Custom_${CustomFieldCode}`)
  const kept = await add(`{{ ${one} }} and {{ ${two} | default: "more" }}`)
  const CustomerId = await person(Object.fromEntries(fields.map(({ CustomFieldCode }) => [CustomFieldCode, 'held'])))
  expect((await write(kept.body.TemplateId, [CustomerId]))[0]!.Text).toContain('held and held')
  await deactivate(fields[0]!)
  await app.call(customFields.remove, { CustomFieldId: fields[1]!.CustomFieldId } as never, hq)
  expect(await write(kept.body.TemplateId, [CustomerId], 'Send')).toMatchObject([
    { Blocked: 'Missing values', Missing: [one], Text: expect.stringContaining(' and more') },
  ])
  expect((await add(`{{ ${one} }}`)).refusal.message).toBe(`Unknown field in the text (en): ${one}`)
})
