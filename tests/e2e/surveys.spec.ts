import type { Page } from '@playwright/test'
import { post, registerMember } from './api.ts'
import { findAxeViolations } from './axe.ts'
import { createSurvey, openPhone } from './customers-pages.ts'
import { expect, test } from './staff.ts'

// Surveys as customers answer them on their phones.

const inEnglishAndJapanese = (en: string, ja: string) => ({ en, ja })
const survey = (DisplayOption: string) => ({
  DisplayOption,
  Languages: ['en', 'ja', 'ms'],
  Texts: { ja: { Title: 'ご来店アンケート', ThankYou: 'ご協力ありがとうございました。' } },
})
const visitQuestions = [
  () => ({
    Text: inEnglishAndJapanese('Did you find what you looked for?', 'お探しの品は見つかりましたか？'),
    QuestionType: 'Yes/No',
    RequiredYN: 'Y' as const,
  }),
  ([first]: number[]) => ({
    Text: inEnglishAndJapanese('What did you look for?', '何をお探しでしたか？'),
    QuestionType: 'Single choice',
    RequiredYN: 'Y' as const,
    ShowIf: { GroupKey: first!, Answers: ['N'] },
    options: [
      { Text: inEnglishAndJapanese('A ring', '指輪') },
      { Text: inEnglishAndJapanese('Something else', 'その他'), AllowOtherYN: 'Y' as const },
    ],
  }),
  () => ({
    Text: inEnglishAndJapanese('How likely are you to recommend us?', '当店をすすめたいと思いますか？'),
    QuestionType: 'NPS 0-10',
    RequiredYN: 'Y' as const,
  }),
  () => ({
    Text: inEnglishAndJapanese('What else would you like to say?', '他にお気づきの点はありますか？'),
    QuestionType: 'Long text',
    RequiredYN: 'N' as const,
  }),
]

const answersOf = async (hq: Page, FeedbackId: number) => {
  const reply = await hq.request.post('/api/1.0/feedback/response/find-all', {
    headers: { 'x-carat-client': 'web' },
    data: { Search: { FeedbackId } },
  })
  return (await reply.json()) as {
    count: number
    rows: {
      Language: string
      Answers: { Options: string[]; Text: string | null; Number: number | null; YN: string | null }[]
    }[]
  }
}

test('survey: in Japanese, questions are shown one by one, answered by keyboard, depend on answers and survive a reload', async ({
  browser,
  staffPage,
  server,
}) => {
  const hq = await staffPage('hq')
  const { FeedbackId } = await createSurvey(hq.request, survey('One question per page'), visitQuestions)
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'ja-JP' })

  const answer = await page.goto(`/customer/feedback/${FeedbackId}`)
  expect(answer!.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ご来店アンケート')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.getByText('質問 1 / 3')).toBeVisible()
  expect(await findAxeViolations(page, 'body')).toEqual([])

  // A required question: the next one appears only after an answer, and the group shows the reason.
  await page.getByRole('button', { name: '次の質問' }).click()
  await expect(page.getByText('この質問にお答えください')).toBeVisible()

  await page.keyboard.press('n')
  await expect(page.getByRole('radio', { name: 'いいえ' })).toBeChecked()
  await expect(page.getByText('質問 1 / 4')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('何をお探しでしたか？')).toBeVisible()
  await page.getByRole('radio', { name: 'その他' }).check()
  await page.getByLabel('ご自由にお書きください').fill('真珠')

  await page.reload()
  await expect(page.getByText('何をお探しでしたか？')).toBeVisible()
  await expect(page.getByLabel('ご自由にお書きください')).toHaveValue('真珠')

  await page.getByRole('button', { name: '次の質問' }).click()
  await page.getByRole('radio', { name: '9', exact: true }).check()
  expect(await findAxeViolations(page, 'body')).toEqual([])
  await page.getByRole('button', { name: '次の質問' }).click()
  await page.getByRole('textbox', { name: '他にお気づきの点はありますか？' }).fill('店員さんが親切でした')
  await page.getByRole('button', { name: '回答を送信する' }).click()
  await expect(page.getByText('ご協力ありがとうございました。')).toBeVisible()

  await page.reload()
  await expect(page.getByText('すでにご回答いただいています。ありがとうございました。')).toBeVisible()
  const { count, rows } = await answersOf(hq, FeedbackId)
  expect(count).toBe(1)
  expect(rows[0]!.Language).toBe('ja')
  expect(
    rows[0]!.Answers.map(({ Options, Text, Number: number, YN }) =>
      [...Options, Text, number, YN].filter((one) => one !== null),
    ),
  ).toEqual([['N'], ['その他', '真珠'], [9], ['店員さんが親切でした']])
  await context.close()
})

test('survey: a form without Malay questions has a Malay page, and is sent once despite a network failure', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const hq = await staffPage('hq')
  const { FeedbackId } = await createSurvey(hq.request, survey('All in one page'), visitQuestions)
  // A phone with Malay as its language gets Malay at once; others choose it.
  const malay = await openPhone(browser, { baseURL: server.address, locale: 'ms-MY' })
  await malay.page.goto(`/customer/feedback/${FeedbackId}`)
  await expect(malay.page.getByRole('button', { name: 'Hantar jawapan' })).toBeVisible()
  await malay.page.goto('/customer/feedback/none')
  await expect(malay.page.getByRole('alert')).toHaveText('Rekod tidak ditemui')
  await malay.context.close()
  const { page, context } = await openPhone(browser, { baseURL: server.address, viewport: { width: 320, height: 640 } })
  await page.goto(`/customer/feedback/${FeedbackId}`)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ms')
  await expect(page.getByRole('button', { name: 'Hantar jawapan' })).toBeVisible()
  await page.getByRole('radio', { name: 'Ya', exact: true }).check()
  await page.getByRole('radio', { name: '10', exact: true }).check()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await findAxeViolations(page, 'body')).toEqual([])

  // The server gets the answers but the reply is lost: the automatic retry counts once.
  let lostReplies = 0
  await page.route('**/feedback/public/submit', async (route) => {
    if (lostReplies++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionfailed')
  })
  await page.getByRole('button', { name: 'Hantar jawapan' }).click()
  await expect(page.getByText('Tiada sambungan. Apa yang anda isi disimpan dan akan dihantar')).toBeVisible()
  await expect(page.getByText('Terima kasih atas jawapan anda.')).toBeVisible()
  expect(lostReplies).toBeGreaterThan(1)
  expect((await answersOf(hq, FeedbackId)).count).toBe(1)
  await context.close()
})

test('survey: two tabs each keep their answers, and the second submission is refused with the reason', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const hq = await staffPage('hq')
  const { FeedbackId } = await createSurvey(hq.request, survey('All in one page'), visitQuestions)
  const { page: first, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  const second = await context.newPage()
  const answer = async (page: Page, words: string) => {
    await page.goto(`/customer/feedback/${FeedbackId}`)
    await page.getByRole('radio', { name: 'Yes', exact: true }).check()
    await page.getByRole('radio', { name: '8', exact: true }).check()
    await page.getByRole('textbox', { name: 'What else would you like to say?' }).fill(words)
  }
  await answer(first, 'From the first tab')
  await answer(second, 'From the second tab')
  await first.getByRole('button', { name: 'Send answers' }).click()
  await expect(first.getByText('Thank you for your answers.')).toBeVisible()

  await second.getByRole('button', { name: 'Send answers' }).click()
  await expect(second.getByRole('alert')).toContainText('You have already answered.')
  await expect(second.getByRole('textbox')).toHaveValue('From the second tab')
  expect(await findAxeViolations(second, 'body')).toEqual([])
  expect((await answersOf(hq, FeedbackId)).count).toBe(1)
  // Two people who share a phone can each submit a response.
  await second.getByRole('button', { name: 'Send these answers as well' }).click()
  await expect(second.getByText('Thank you for your answers.')).toBeVisible()
  expect((await answersOf(hq, FeedbackId)).count).toBe(2)
  await context.close()
})

test('survey: a personal link that is open in two tabs takes one response, and the second tab keeps its answers', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId } = await registerMember(outlet.request, hq.request)
  const { FeedbackId } = await createSurvey(hq.request, survey('All in one page'), visitQuestions)
  const { Invitations } = await post<{ Invitations: { Url: string }[] }>(hq.request, '/feedback/invitations/add', {
    FeedbackId,
    CustomerIds: [CustomerId],
  })
  const { page: first, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  const second = await context.newPage()
  for (const page of [first, second]) {
    await page.goto(Invitations[0]!.Url)
    await page.getByRole('radio', { name: 'Yes', exact: true }).check()
    await page.getByRole('radio', { name: '8', exact: true }).check()
  }
  await second.getByRole('textbox').fill('From the second tab')
  await first.getByRole('button', { name: 'Send answers' }).click()
  await expect(first.getByText('Thank you for your answers.')).toBeVisible()
  await second.getByRole('button', { name: 'Send answers' }).click()
  await expect(second.getByRole('alert')).toContainText('already')
  await expect(second.getByRole('textbox')).toHaveValue('From the second tab')
  expect((await answersOf(hq, FeedbackId)).count).toBe(1)
  await context.close()
})

test('survey: a closed form and an unknown form each have a page and a status code of their own', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const hq = await staffPage('hq')
  const { FeedbackId } = await createSurvey(
    hq.request,
    { ...survey('All in one page'), OpenTo: '2020-01-01' },
    visitQuestions,
  )
  const { page, context } = await openPhone(browser, { baseURL: server.address })
  for (const [address, status, words] of [
    [`/customer/feedback/${FeedbackId}`, 410, 'The form is closed'],
    ['/customer/feedback/999999', 404, 'There is no such form'],
    ['/customer/feedback/nonsense', 404, 'Record not found'],
  ] as const) {
    const reply = await page.goto(address)
    expect(reply!.status()).toBe(status)
    await expect(page.getByRole('alert')).toHaveText(words)
    expect(await findAxeViolations(page, 'body')).toEqual([])
  }
  await context.close()
})
