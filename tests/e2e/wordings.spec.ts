import type { Page } from '@playwright/test'
import { post, unique } from './api.ts'
import { faultsIn } from './axe.ts'
import { openPhone, passcodeFor } from './customers-pages.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// Head office words what customers agree to; customers read it, and years later staff still read the same.

test('head office publishes a wording, a customer agrees to it, and the member page shows the words', async ({
  browser,
  staffPage,
  server,
}) => {
  const hq = await staffPage('hq')
  const words = `We may send you letters about our collections (${unique()}).`
  await hq.goto('/settings/consent-wordings')
  await expectLoaded(hq)
  await expect(hq.getByRole('row').filter({ hasText: 'Present' })).toHaveCount(1)

  await hq.getByRole('button', { name: /^New Wording/ }).click()
  const letters = hq.getByLabel('Post', { exact: true })
  await expect(letters).toHaveValue(/by post/)
  await letters.fill('')
  await hq.getByRole('button', { name: 'Publish' }).click()
  await expect(hq.getByText('A wording is missing: Post, English')).toBeVisible()
  await letters.fill(words)
  await hq.getByRole('button', { name: 'Français' }).click()
  await expect(letters).toHaveValue(/par courrier/)
  await hq.getByRole('button', { name: 'Publish' }).click()
  await expect(hq).toHaveURL(/\/settings\/consent-wordings$/)
  await expect(hq.getByText('The wording has been published')).toBeVisible()
  await expect(hq.getByRole('row').filter({ hasText: 'Earlier' }).first()).toBeVisible()

  const { Link } = await passcodeFor(hq.request)
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await page.goto(Link)
  const phone = `012-${unique().slice(-7)}`
  await page.getByLabel('Full name').fill('Tan Wei Wording')
  await page.getByLabel('Mobile phone').fill(phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(words)).toBeVisible()
  expect(await faultsIn(page, 'body')).toEqual([])
  await page.getByRole('checkbox', { name: 'Membership service' }).check()
  await page.getByRole('checkbox', { name: 'Letters' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the club')
  await context.close()

  const dialog = await consentsOf(hq, phone)
  await expect(dialog.getByText(words)).toBeVisible()
  await expect(dialog.getByText(/^Self-service, wording \d+/).first()).toBeVisible()
  await expectAccessible(hq)
})

test('whose page was open while the wording changed more than a day ago reads the present one, and loses nothing', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const hq = await staffPage('hq')
  const { Link } = await passcodeFor(hq.request)
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  // As if the page showed a wording that is older than a day.
  let isOld = true
  await page.route('**/customer/self-service/form*', async (route) => {
    const answer = await route.fetch()
    const form = (await answer.json()) as object
    await route.fulfill({ response: answer, json: isOld ? { ...form, ConsentWordingVersion: '0' } : form })
  })
  await page.goto(Link)
  await page.getByLabel('Full name').fill('Lim Old Wording')
  await page.getByLabel('Mobile phone').fill(`012-${unique().slice(-7)}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'Membership service' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  isOld = false
  await page.getByRole('button', { name: 'Join' }).click()

  await expect(page.getByText('The wording has changed since you ticked it. Read it and choose again.')).toBeVisible()
  const service = page.getByRole('checkbox', { name: 'Membership service' })
  await expect(service).not.toBeChecked()
  expect(await faultsIn(page, 'body')).toEqual([])
  await service.check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the club')
  await context.close()
})

test('a customer reads in French, with the values of the lists; staff see that it was French, and the French words', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const hq = await staffPage('hq')
  const { Link } = await passcodeFor(hq.request)
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  const phone = `012-${unique().slice(-7)}`
  await page.goto(Link)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
  await page.getByLabel('Nom complet').fill('Claire Dubois')
  await page.getByLabel('Téléphone mobile').fill(phone)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('checkbox', { name: 'Service de l’adhésion' }).check()
  // Another language from here on: what was ticked was read in French.
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('ja')
  await expect(page.getByText('お得な情報やイベントの案内を郵便で受け取ります。')).toBeVisible()
  await page.getByRole('checkbox', { name: '郵便' }).check()
  await page.getByRole('combobox', { name: '言語' }).selectOption('fr')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByLabel('Sexe').getByRole('option')).toHaveText(['Choisir…', 'Femme', 'Homme'])
  await page.getByRole('button', { name: 'Adhérer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bienvenue au club')
  await context.close()

  const dialog = await consentsOf(hq, phone)
  await expect(dialog.getByText(/^Self-service, wording \d+, read in French/).first()).toBeVisible()
  await expect(dialog.getByText(/^J’accepte que mes données/)).toBeVisible()
  await expect(dialog.getByText(/^Self-service, wording \d+, read in Japanese/)).toBeVisible()
  await expectAccessible(hq)
  await dialog.getByRole('button', { name: 'Close' }).click()

  // Asked at the counter, the wording is shown in the language that is chosen for it.
  await hq.getByRole('button', { name: /^Phone call/ }).click()
  const asked = hq.getByRole('dialog')
  await expect(asked.getByText(/^I agree to be called/)).toBeVisible()
  await asked.getByRole('combobox', { name: 'Language of the wording' }).click()
  await hq.getByTitle('中文').click()
  await expect(asked.getByText(/^我愿意通过电话/)).toBeVisible()
  await expectAccessible(hq)
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByText('The consent has been recorded')).toBeVisible()
  await hq.getByRole('button', { name: 'History' }).first().click()
  await expect(hq.getByRole('dialog').getByText(/^Counter, wording \d+, read in Chinese/)).toBeVisible()
})

/** What was said of a consent by the customer of this telephone, as staff read it. */
async function consentsOf(hq: Page, phone: string) {
  const { rows } = await post<{ rows: { CustomerId: number }[] }>(hq.request, '/customer/customers/find-all', {
    Search: { Q: phone },
  })
  const { CustomerId } = rows[0]!
  // Consents to marketing wait until staff, or a code, have proved the phone number.
  const { Memberships } = await post<{ Memberships: { MembershipNo: string }[] }>(
    hq.request,
    '/customer/customers/find-one',
    { CustomerId },
  )
  const { MembershipNo } = Memberships[0]!
  await post(hq.request, '/customer/contact-changes/confirm', { MembershipNo })
  await hq.goto(`/customers/${CustomerId}`)
  await expectLoaded(hq)
  await hq.getByRole('button', { name: 'History' }).first().click()
  return hq.getByRole('dialog')
}
