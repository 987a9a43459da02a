import type { APIRequestContext, Page } from '@playwright/test'
import { post, recordSale, registerMember, unique } from './api.ts'
import { openPhone } from './customers-pages.ts'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// B3, abuse case 54: what people type into any field is shown as it was typed, and never does anything.

const payloads = [
  '<script>x()</script>',
  '<img src=q onerror=x()>',
  '<svg onload=x()>',
  '"><img src=q onerror=x()>',
  "'><svg/onload=x()>",
  '</title><script>x()</script>',
  '</textarea><svg onload=x()>',
  '<iframe srcdoc="<svg onload=parent.x()>">',
  'javascript:x()',
  '<a href="javascript:x()">go</a>',
  "{{constructor.constructor('x()')()}}",
  '$' + '{x()}',
  '<body onload=x()>',
  '<details open ontoggle=x()>',
  '<input autofocus onfocus=x()>',
  '<video><source onerror=x()>',
  '<audio src=q onerror=x()>',
  '<marquee onstart=x()>',
  '<math><mi xlink:href="javascript:x()">',
  '<object data="javascript:x()">',
  '<embed src="javascript:x()">',
  '<form action="javascript:x()"><button>',
  '<isindex type=image action="javascript:x()">',
  '<svg><script>x()</script></svg>',
  '<svg><animate onbegin=x() attributeName=x>',
  "<style>@import'javascript:x()'</style>",
  '<link rel=stylesheet href="javascript:x()">',
  '<meta http-equiv=refresh content="0;javascript:x">',
  '<base href="javascript:x()//">',
  '<template><script>x()</script></template>',
  '<noscript><p title="</noscript><svg onload=x()>">',
  '<!--><svg onload=x()>-->',
  '<![CDATA[<svg onload=x()>]]>',
  '&lt;svg onload=x()&gt;',
  '&#60;img src=q onerror=x()&#62;',
  '\\u003csvg onload=x()\\u003e',
  '%3Csvg%20onload%3Dx()%3E',
  '`-x()-`',
  "';x();//",
  '" onpointerover=x() a="',
] as const

/** All of them in as few texts as a field of this length takes. */
function packed(most: number): string[] {
  const texts: string[] = []
  for (const payload of payloads) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + 1 + payload.length <= most) texts[texts.length - 1] = `${last} ${payload}`
    else texts.push(payload)
  }
  return texts
}

/** One body for each text of the shortest field; longer fields have all theirs in the first bodies. */
function bodiesOf(fields: Record<string, number>, rest: (code: string, index: number) => object) {
  const texts = Object.entries(fields).map(([field, most]) => [field, packed(most)] as const)
  const count = Math.max(...texts.map(([, all]) => all.length))
  return Array.from({ length: count }, (_, index) => ({
    ...rest(`B3${unique().slice(-6)}`, index),
    ...Object.fromEntries(texts.map(([field, all]) => [field, all[index % all.length]])),
  }))
}

async function addAll<Made = Record<string, unknown>>(staff: APIRequestContext, path: string, bodies: object[]) {
  const made: Made[] = []
  for (const body of bodies) made.push(await post<Made>(staff, path, body))
  return made
}

/** What ran, and what became more than words: it must be nothing. */
const harm = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = (window as unknown as { ran?: string[] }).ran ?? []
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes)
        if (
          name.startsWith('on') ||
          (/^(xlink:)?(href|src|action|data|formaction)$/.test(name) && /^\s*javascript:/i.test(value))
        )
          found.push(`${element.tagName} ${name}=${value}`)
      const isData = element.getAttribute('type') === 'application/json'
      if (element.tagName === 'SCRIPT' && !isData && element.textContent?.includes('x()')) found.push('a script')
    }
    return found
  })

/** What is read on the page or stands in its fields; names are written in capitals or not. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [document.body.innerText, document.body.textContent, ...typed].join(' ').replace(/\s+/g, ' ').toLowerCase()
  })

/** Every payload is on this page as it was typed, so often, and nothing came of it. */
async function expectWords(page: Page, address: string) {
  await page.goto(address)
  await expectLoaded(page)
  await expect
    .poll(async () => {
      const words = await wordsOn(page)
      return payloads.filter((payload) => !words.includes(payload.toLowerCase()))
    }, `every payload as words on ${address}`)
    .toEqual([])
  expect(await harm(page), address).toEqual([])
}

const watch = async (page: Page, dialogs: string[]) => {
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const at = window as unknown as { ran: string[]; x: () => void }
    at.ran = []
    at.x = () => at.ran.push('x()')
  })
}

test('B3, 54: forty payloads in the fields of staff’s pages are words and nothing else', async ({ staffPage }) => {
  test.setTimeout(400_000)
  const dialogs: string[] = []
  const page = await staffPage('hq')
  await watch(page, dialogs)
  const hq = page.request
  const outlet = (await staffPage('outlet')).request

  // Records that lists show.
  const lists: [path: string, address: string, fields: Record<string, number>, rest: (code: string) => object][] = [
    [
      '/customer/activity-types/add',
      '/setup/activity-type',
      { Description: 200 },
      (ActivityCode) => ({ ActivityCode }),
    ],
    ['/task/groups/add', '/setup/task-group', { Name: 100, Description: 500, Remarks: 1000 }, (Code) => ({ Code })],
    ['/customer/lead-sources/add', '/setup/lead-source', { Name: 200 }, (Code) => ({ Code, Type: 'Non-Event' })],
    [
      '/reward/rewards/add',
      '/rewards/rewards',
      { Name: 100 },
      (Code) => ({ Code, Type: 'Free Gift', ValidityDays: 30 }),
    ],
    ['/departments/add', '/settings/outlets', { Name: 100 }, (Code) => ({ Code })],
    [
      '/campaign/campaigns/add',
      '/campaign/campaigns/listing',
      { CampaignName: 100 },
      (CampaignCode) => ({ CampaignCode, CampaignType: 'Festive', StartDate: '2026-01-01', EndDate: '2035-12-31' }),
    ],
    [
      '/campaign/segments/add',
      '/campaign/segments',
      { Name: 100, Description: 500 },
      () => ({
        Conditions: { Match: 'All', Conditions: [{ Field: 'customers.Tag', Test: 'Any of', Values: ['Nobody'] }] },
      }),
    ],
    [
      '/point/structures/add',
      '/points-management/point-structure',
      { Name: 100, Description: 500 },
      (Code) => ({ Code, NamedOnlyYN: 'Y' }),
    ],
    [
      '/feedback/feedback/add',
      '/feedback/feedback',
      { Name: 100, Description: 1000 },
      (Code) => ({ Code, Type: 'Survey', DisplayOption: 'All in one page', Status: 'Active' }),
    ],
    ['/passcodes/add', '/registration/self-service', { Name: 60 }, () => ({ Purpose: 'New Customer', ManyYN: 'Y' })],
  ]
  for (const [path, address, fields, rest] of lists) {
    await addAll(hq, path, bodiesOf(fields, rest))
    await expectWords(page, `${address}?size=100`)
  }

  // What is written about one customer, a sale and a reward.
  const { CustomerId, MembershipNo } = await registerMember(outlet, hq)
  const of = (fields: Record<string, number>, rest: object = {}) => bodiesOf(fields, () => ({ CustomerId, ...rest }))
  await addAll(hq, '/customer/favourites/add', of({ Name: 120, Remarks: 500 }))
  await expectWords(page, `/customers/${CustomerId}?tab=jewellery`)
  await addAll(hq, '/customer/addresses/add', of({ Line1: 100, Line2: 100, Line3: 100 }, { AddressType: 'Home' }))
  await expectWords(page, `/customers/${CustomerId}?tab=profile`)
  await addAll(hq, '/task/tasks/add', of({ Name: 100, Description: 1000 }, { DueDate: '2026-12-31' }))
  await expectWords(page, '/tasks?size=100&sort=-CreatedAt')
  const note = { ObjectType: 'Customer', ObjectId: `${CustomerId}` }
  await addAll(
    hq,
    '/audit-log/add',
    bodiesOf({ LogText: 1000 }, () => note),
  )
  await expectWords(page, '/settings/audit-trail?size=100')
  const InvoiceNo = `B3-${unique()}`
  await recordSale(outlet, {
    InvoiceNo,
    MembershipNo,
    Details: bodiesOf({ Description: 200, SerialNo: 60, CertificateNo: 60 }, () => ({
      Brand: 'Carat',
      ProductGroup: 'PENDANT',
      UnitPrice: '10',
    })),
  })
  await expectWords(page, `/transactions/N/${InvoiceNo}`)
  const words = { Description: 2000, Terms: 4000 }
  const [reward] = await addAll<{ RewardId: number }>(
    hq,
    '/reward/rewards/add',
    bodiesOf(words, (Code) => ({ Code, Name: 'Velvet ring box', Type: 'Free Gift', ValidityDays: 30 })),
  )
  await expectWords(page, `/rewards/rewards/${reward!.RewardId}`)
  expect(dialogs).toEqual([])
})

test('B3, 54: a survey is asked and answered in forty payloads, on the public form and in its results', async ({
  browser,
  staffPage,
  server,
}) => {
  test.setTimeout(200_000)
  const dialogs: string[] = []
  const page = await staffPage('hq')
  await watch(page, dialogs)
  const hq = page.request
  const [title, ...more] = packed(200)
  const { FeedbackId } = await post<{ FeedbackId: number }>(hq, '/feedback/feedback/add', {
    Name: 'Words',
    Code: `B3${unique()}`,
    Description: 'Words',
    Type: 'Survey',
    DisplayOption: 'All in one page',
    Status: 'Active',
    Texts: { en: { Title: title, Introduction: more.join(' ').slice(0, 1000), ThankYou: packed(1000)[0] } },
  })
  const options = packed(200).map((Text) => ({ Text }))
  const asked: number[] = []
  for (const [place, Text] of packed(500).entries()) {
    const question = { FeedbackId, LanguageCode: 'en', Text, QuestionType: 'Long text' }
    asked.push((await post<{ QuestionId: number }>(hq, '/feedback/question/add', question)).QuestionId)
    if (place === 0)
      await post(hq, '/feedback/question/add', {
        ...{ FeedbackId, LanguageCode: 'en', Text: 'Which?', QuestionType: 'Single choice' },
        FeedbackOptions: options,
      })
  }
  const { page: phone, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await watch(phone, dialogs)
  await expectWords(phone, `/customer/feedback/${FeedbackId}`)
  const boxes = phone.getByRole('textbox')
  for (const [place, text] of [packed(2000)[0]!, ...packed(500)].slice(0, asked.length).entries())
    await boxes.nth(place).fill(text)
  await phone.getByRole('button', { name: 'Send answers' }).click()
  await expect(phone.getByRole('main').getByRole('status')).toContainText('onerror=x()')
  expect(await harm(phone)).toEqual([])
  await context.close()

  for (const tab of ['preview', 'answers', 'results'])
    await expectWords(page, `/feedback/feedback/${FeedbackId}?tab=${tab}`)
  await expectWords(page, `/feedback/question?FeedbackId=${FeedbackId}`)
  expect(dialogs).toEqual([])
})
