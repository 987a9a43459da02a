import { inflateRawSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { DeflatedZipEntry } from '#areas/exports/server/zip.ts'
import { readPublicForm, submitPublicForm } from '#areas/feedback/contract.ts'
import { escapeHtml } from '#areas/messages/server/liquid.ts'
import { renderPersonalDataExport } from '#areas/privacy/server/render-personal-data-export.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { campaignTypes } from './factories/campaigns.ts'
import { formWith, questionWith } from './factories/feedback.ts'
import { bodiesWithPayloads, packPayloads, payloads } from './factories/payloads.ts'
import { addEarningRules, member } from './factories/sales.ts'
import { hq, useApp } from './harness.ts'

// The server stores and returns hostile texts unchanged, and escapes them where it writes HTML (abuse case 54).
// react/no-danger and tests/repository.test.ts check that pages never insert a text as markup.

const app = useApp()

type Row = Record<string, unknown>
let token: string
let CustomerId: number
let MembershipNo: string
let others: number[]

beforeAll(async () => {
  token = (await app.token(hq)).token
  await addEarningRules(app.db)
  await campaignTypes(app)
  ;({ CustomerId, MembershipNo } = await member(app.db))
  others = [(await member(app.db)).CustomerId, (await member(app.db)).CustomerId]
})

async function post(path: string, payload: object): Promise<Row & { rows: Row[] }> {
  const { status, body, text } = await app.inject({
    method: 'POST',
    url: API_BASE + path,
    headers: { authorization: `Bearer ${token}` },
    payload,
  })
  expect(status, `${path}: ${text}`).toBeLessThan(300)
  return body as Row & { rows: Row[] }
}

type Case = {
  add: string
  /** The endpoint that returns the added record. */
  list: string
  search?: () => Row
  /** The free-text fields with their maximum lengths. */
  fields: Record<string, number>
  rest: (code: string, index: number) => object
}

const ofCustomer = () => ({ CustomerId })

const records: Case[] = [
  {
    add: '/customer/activity-types/add',
    list: '/customer/activity-types/find-all',
    fields: { Description: 200 },
    rest: (ActivityCode) => ({ ActivityCode }),
  },
  {
    add: '/task/groups/add',
    list: '/task/groups/find-all',
    fields: { Name: 100, Description: 500, Remarks: 1000 },
    rest: (Code) => ({ Code }),
  },
  {
    add: '/customer/lead-sources/add',
    list: '/customer/lead-sources/find-all',
    fields: { Name: 200 },
    rest: (Code) => ({ Code, Type: 'Non-Event' }),
  },
  {
    add: '/reward/rewards/add',
    list: '/reward/rewards/find-all',
    fields: { Name: 100, Description: 2000, Terms: 4000 },
    rest: (Code) => ({ Code, Type: 'Free Gift', ValidityDays: 30 }),
  },
  { add: '/departments/add', list: '/departments/find-all', fields: { Name: 100 }, rest: (Code) => ({ Code }) },
  {
    add: '/campaign/campaigns/add',
    list: '/campaign/campaigns/find-all',
    fields: { CampaignName: 100 },
    rest: (CampaignCode) => ({
      CampaignCode,
      CampaignType: 'Festive',
      StartDate: '2026-01-01',
      EndDate: '2035-12-31',
    }),
  },
  {
    add: '/campaign/segments/add',
    list: '/campaign/segments/find-all',
    fields: { Name: 100, Description: 500 },
    rest: () => ({
      Conditions: { Match: 'All', Conditions: [{ Field: 'customers.Tag', Test: 'Any of', Values: ['Nobody'] }] },
    }),
  },
  {
    add: '/point/structures/add',
    list: '/point/structures/find-all',
    fields: { Name: 100, Description: 500 },
    rest: (Code) => ({ Code, NamedOnlyYN: 'Y' }),
  },
  {
    add: '/feedback/feedback/add',
    list: '/feedback/feedback/find-all',
    fields: { Name: 100, Description: 1000 },
    rest: (Code) => ({ Code, Type: 'Survey', DisplayOption: 'All in one page', Status: 'Active' }),
  },
  {
    add: '/passcodes/add',
    list: '/passcodes/find-all',
    fields: { Name: 60 },
    rest: () => ({ Purpose: 'New Customer', ManyYN: 'Y' }),
  },
  {
    add: '/customer/addresses/add',
    list: '/customer/addresses/find-all',
    search: ofCustomer,
    fields: { Line1: 100, Line2: 100, Line3: 100 },
    rest: () => ({ CustomerId, AddressType: 'Home' }),
  },
  {
    add: '/task/tasks/add',
    list: '/task/tasks/find-all',
    fields: { Name: 100, Description: 1000 },
    rest: () => ({ CustomerId, DueDate: '2026-12-31' }),
  },
  {
    add: '/audit-log/add',
    list: '/audit-log/find-all',
    fields: { LogText: 1000 },
    rest: () => ({ ObjectType: 'Customer', ObjectId: `${CustomerId}` }),
  },
  {
    add: '/customer/tags/add',
    list: '/customer/tags/find-all',
    fields: { Name: 50 },
    // A customer has at most 20 tags.
    rest: (_, index) => ({ CustomerId: others[index < 20 ? 0 : 1] }),
  },
  {
    add: '/point/adjustments/add',
    list: '/point/adjustments/find-all',
    fields: { Remark: 300 },
    rest: () => ({ MembershipNo, TransactionType: 'Adjust In', PointAmount: 10, ReasonCode: 'Goodwill' }),
  },
]

test.each(records)(
  '$add stores and $list returns forty malicious texts letter for letter',
  async ({ add, list, search, fields, rest }) => {
    const bodies = bodiesWithPayloads(fields, rest)
    for (const body of bodies) await post(add, body)
    const { rows } = await post(list, { Rows: 100, ...(search && { Search: search() }) })
    for (const field of Object.keys(fields)) {
      const storedValues = rows.map((row) => [field, row[field]])
      expect(storedValues).toEqual(expect.arrayContaining(bodies.map((body) => [field, body[field]])))
    }
  },
)

test('sale: forty malicious texts in description, serial number and certificate of lines are stored letter for letter', async () => {
  const Details = bodiesWithPayloads({ Description: 200, SerialNo: 60, CertificateNo: 60 }, () => ({
    Brand: 'Carat',
    ProductGroup: 'PENDANT',
    UnitPrice: '10',
  }))
  await post('/customer/memberships/transaction-summaries/add', {
    TransactionType: 'N',
    InvoiceNo: 'B3',
    MembershipNo,
    OutletCode: 'KLCC',
    Details,
  })
  const { rows } = await post('/customer/transaction-details/find-all', { Rows: 100, Search: { InvoiceNo: 'B3' } })
  for (const field of ['Description', 'SerialNo', 'CertificateNo'])
    expect(rows.map((row) => row[field])).toEqual(expect.arrayContaining(Details.map((line) => line[field])))
})

test('survey: forty malicious texts are stored and shown letter for letter, on the public form and in responses', async () => {
  const [Title, ...more] = packPayloads(200)
  const texts = { Title, Introduction: more.join(' ').slice(0, 1000), ThankYou: packPayloads(1000)[0] }
  const { FeedbackId } = await formWith(app, { Texts: { en: texts } })
  const base = { FeedbackId, LanguageCode: 'en' } as const
  const options = packPayloads(200).map((Text) => ({ Text }))
  await questionWith(app, { ...base, Text: 'Which?', QuestionType: 'Single choice', FeedbackOptions: options })
  const questions = packPayloads(500)
  const ids: number[] = []
  for (const Text of questions)
    ids.push((await questionWith(app, { ...base, Text, QuestionType: 'Long text' })).QuestionId)

  const { body: form } = await app.call(readPublicForm, { FeedbackId }, null)
  expect(form).toMatchObject(texts)
  expect(form.Questions.map(({ Text }) => Text)).toEqual(['Which?', ...questions])
  expect(form.Questions[0]!.Options.map(({ Text }) => ({ Text }))).toEqual(options)

  const answers = packPayloads(2000)
  const Answers = answers.map((Text, index) => ({ QuestionId: ids[index]!, Text }))
  const submission = { FeedbackId, Language: 'en', SubmissionKey: crypto.randomUUID(), Answers } as const
  expect(await app.call(submitPublicForm, submission, null)).toMatchObject({ status: 201 })
  const { rows } = await post('/feedback/response/find-all', { Search: { FeedbackId } })
  expect((rows[0]!.Answers as Row[]).map(({ Text }) => Text)).toEqual(answers)
})

/** Returns payloads that are missing or not escaped; ignores case, because names are written in capitals. */
const unescapedIn = (html: string) => {
  const lowerCaseHtml = html.toLowerCase()
  return payloads.filter((payload) => {
    const lower = payload.toLowerCase()
    return !lowerCaseHtml.includes(escapeHtml(lower)) || (lower.includes('<') && lowerCaseHtml.includes(lower))
  })
}

test('customers: forty malicious texts are stored as names letter for letter, and escaped in e-mails', async () => {
  const bodies = bodiesWithPayloads({ FullName: 150, PreferredName: 100 }, (code) => ({
    IdType: 'Passport',
    IdNo: code,
    ContactNo: `012${code.slice(2).padStart(7, '0')}`,
    RegisteredOutletCode: 'KLCC',
    Language: 'English',
    Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
  }))
  let mails = ''
  for (const body of bodies) {
    const { CustomerId } = await post('/customer/customers/add', body)
    expect(await post('/customer/customers/find-one', { CustomerId })).toMatchObject({
      FullName: `${body.FullName}`.toUpperCase(),
      PreferredName: body.PreferredName,
    })
    const { Html } = await post('/reward/contact-templates/preview', {
      ...{ ContactType: 'Email', Language: 'en', CustomerId, Subject: '{{ FullName }}' },
      Body: '<p>{{ FullName }}</p><a href="https://carat.example" title="{{ PreferredName }}">{{ PreferredName }}</a>',
    })
    mails += Html
  }
  expect(unescapedIn(mails)).toEqual([])
}, 120_000)

test('personal data export: forty malicious texts are escaped in rows, field lists and title', async () => {
  const texts = packPayloads(100)
  const pageWith = async (rows: Row[], name: string) => {
    const table = {
      ...{ part: 'Profile', name: 'Customer', fields: ['Text'], total: rows.length },
      rows: async function* () {
        yield rows
      },
    }
    const [page] = await renderPersonalDataExport([table] as never, [], { name, madeAt: '2026-01-01' })
    return inflateRawSync((page as DeflatedZipEntry).packed).toString()
  }
  const rows = texts.map((Text) => ({ Text }))
  const pages = {
    rows: await pageWith(rows, 'Mei'),
    fields: await pageWith([{ Text: texts.join(' ') }], 'Mei'),
    title: await pageWith([], texts.join(' ')),
  }
  for (const [address, page] of Object.entries(pages)) expect([address, unescapedIn(page)]).toEqual([address, []])
})
