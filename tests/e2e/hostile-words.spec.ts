import type { APIRequestContext } from '@playwright/test'
import { type Member, post, recordSale, registerMember, unique } from './api.ts'
import { openPhone, passcodeFor } from './customers-pages.ts'
import { expectLoaded } from './expectations.ts'
import { bodiesOf, expectWords, expectWordsOver, harm, lackingIn, packed, watch, wordsOn } from './payloads.ts'
import { expect, test } from './staff.ts'

// B3, abuse case 54: what people type into any field is shown as it was typed, and never does anything.

async function addAll<Made = Record<string, unknown>>(staff: APIRequestContext, path: string, bodies: object[]) {
  const made: Made[] = []
  for (const body of bodies) made.push(await post<Made>(staff, path, body))
  return made
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

test('B3, 54: names, tags and adjustments in forty payloads: on staff’s pages, in print, in a mail and on the phone', async ({
  browser,
  staffPage,
  server,
}) => {
  test.setTimeout(400_000)
  const dialogs: string[] = []
  const page = await staffPage('hq.approver')
  await watch(page, dialogs)
  const hq = page.request
  const outlet = (await staffPage('outlet')).request
  const members: Member[] = []
  for (const names of bodiesOf({ FullName: 150, PreferredName: 100 }, () => ({})))
    members.push(await registerMember(outlet, hq, { premium: members.length === 0, ...names }))
  const [first, second] = members as [Member, Member]
  const profiles = members.map(({ CustomerId }) => `/customers/${CustomerId}`)
  await expectWordsOver(page, profiles)
  for (const list of ['/registration/customers?size=100&sort=-CustomerId', `/counter?member=${first.MembershipNo}`]) {
    await page.goto(list)
    await expectLoaded(page)
    await expect.poll(() => wordsOn(page), list).toContain('x()')
    expect(await harm(page), list).toEqual([])
  }

  // As many tags as a customer may have, and the rest on the next.
  for (const [place, Name] of packed(50).entries())
    await post(hq, '/customer/tags/add', { CustomerId: (place < 20 ? first : second).CustomerId, Name })
  await expectWordsOver(
    page,
    [first, second].map(({ MembershipNo }) => `/member/update-member-listing?Q=${MembershipNo}`),
  )

  const { MembershipNo } = first
  await addAll(
    hq,
    '/point/adjustments/add',
    bodiesOf({ Remark: 300 }, () => ({
      MembershipNo,
      TransactionType: 'Adjust In',
      PointAmount: 10,
      ReasonCode: 'Goodwill',
    })),
  )
  await expectWords(page, `/points-management/points-adjustment?MembershipNo=${MembershipNo}&columns=FullName,Remark`)
  await page.emulateMedia({ media: 'print' })
  await expectWords(page, `/points/statement?MembershipNo=${MembershipNo}`)
  await page.pdf()
  expect(await harm(page), 'in print').toEqual([])
  await page.emulateMedia({ media: 'screen' })

  // A mail as the customer's program shows it, were it to let scripts run.
  const mailProgram = await browser.newPage()
  await watch(mailProgram, dialogs)
  const letters: string[] = []
  for (const { CustomerId } of members) {
    const { Html } = await post<{ Html: string }>(hq, '/reward/contact-templates/preview', {
      ...{ ContactType: 'Email', Language: 'en', CustomerId, Subject: '{{ FullName }}' },
      Body: '<p title="{{ PreferredName }}">{{ FullName }}</p><p>{{ PreferredName }}</p>',
    })
    await mailProgram.goto('about:blank')
    await mailProgram.setContent(Html)
    letters.push(await wordsOn(mailProgram))
    expect(await harm(mailProgram), 'in a mail').toEqual([])
  }
  await mailProgram.close()
  expect(lackingIn(letters.join(' ')), 'every payload as words in mails').toEqual([])

  const { Link } = await passcodeFor(hq, { Purpose: 'Update', CustomerId: first.CustomerId })
  const { page: phone, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await watch(phone, dialogs)
  await phone.goto(Link)
  await phone.waitForURL(/\/edit$/)
  for (const address of ['', '/self-service/card', '/self-service/card/points', '/self-service/card/me']) {
    if (address) await phone.goto(address)
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(phone.getByText('Loading…')).toHaveCount(0)
    expect(await harm(phone), address || 'the form of an update').toEqual([])
  }
  await phone.goto('/self-service/card')
  await expect.poll(() => wordsOn(phone)).toContain('<script>x()</script>')
  await context.close()
  expect(dialogs).toEqual([])
})
