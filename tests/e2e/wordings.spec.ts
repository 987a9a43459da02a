import type { Page } from '@playwright/test'
import { post, uniqueDigits } from './api.ts'
import { findAxeViolations } from './axe.ts'
import { createPasscodeLink, openPhone } from './customers-pages.ts'
import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

// Head office publishes consent wordings, customers read them, and staff later see the wording that was read.

test('consent wordings: head office publishes a wording, a customer agrees to it, and the customer page shows it', async ({
  browser,
  staffPage,
  server,
}) => {
  const hq = await staffPage('hq')
  const words = `We may send you letters about our collections (${uniqueDigits()}).`
  await hq.goto('/settings/consent-wordings')
  await expectLoaded(hq)
  await hq.getByRole('button', { name: /^New Wording/ }).click()
  const letters = hq.getByLabel('Post', { exact: true })
  await expect(letters).toHaveValue(/by post/)
  await letters.fill(words)
  await hq.getByRole('button', { name: 'Publish' }).click()
  await expect(hq.getByText('The wording has been published')).toBeVisible()

  const { Link } = await createPasscodeLink(hq.request)
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await page.goto(Link)
  const phone = `012-${uniqueDigits().slice(-7)}`
  await page.getByLabel('Full name').fill('Tan Wei Wording')
  await page.getByLabel('Mobile phone').fill(phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(words)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Membership service' }).check()
  await page.getByRole('checkbox', { name: 'Post' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the club')
  await context.close()

  await visit(hq, `/customers/${await customerOf(hq, phone)}`)
  await hq.getByRole('button', { name: 'History' }).first().click()
  const dialog = hq.getByRole('dialog')
  await expect(dialog.getByText(words)).toBeVisible()
  await expect(dialog.getByText(/^Self-service, wording \d+/).first()).toBeVisible()
})

test('consent wordings: a page opened more than a day before a change shows the new wording and keeps its input', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const hq = await staffPage('hq')
  const { Link } = await createPasscodeLink(hq.request)
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  // Simulates a page that was opened more than a day before the change.
  let isOld = true
  await page.route('**/customer/self-service/form*', async (route) => {
    const answer = await route.fetch()
    const form = (await answer.json()) as object
    await route.fulfill({ response: answer, json: isOld ? { ...form, ConsentWordingVersion: '0' } : form })
  })
  await page.goto(Link)
  await page.getByLabel('Full name').fill('Lim Old Wording')
  await page.getByLabel('Mobile phone').fill(`012-${uniqueDigits().slice(-7)}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'Membership service' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  isOld = false
  await page.getByRole('button', { name: 'Join' }).click()

  await expect(page.getByText('The wording has changed since you ticked it. Read it and choose again.')).toBeVisible()
  const service = page.getByRole('checkbox', { name: 'Membership service' })
  await expect(service).not.toBeChecked()
  expect(await findAxeViolations(page, 'body')).toEqual([])
  await service.check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the club')
  await context.close()
})

test('consent wordings: a customer reads a wording in French, and each consent is stored with its language', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const hq = await staffPage('hq')
  const { Link } = await createPasscodeLink(hq.request)
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  const phone = `012-${uniqueDigits().slice(-7)}`
  await page.goto(Link)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
  await page.getByLabel('Nom complet').fill('Claire Dubois')
  await page.getByLabel('Téléphone mobile').fill(phone)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('checkbox', { name: 'Service de l’adhésion' }).check()
  // Changes the language after the first boxes were ticked in French.
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('ja')
  await expect(page.getByText('お得な情報やイベントの案内を郵便で受け取ります。')).toBeVisible()
  await page.getByRole('checkbox', { name: '郵便' }).check()
  await page.getByRole('combobox', { name: '言語' }).selectOption('fr')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByLabel('Sexe').getByRole('option')).toHaveText(['Choisir…', 'Femme', 'Homme'])
  await page.getByRole('button', { name: 'Adhérer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bienvenue au club')
  await context.close()

  const { rows } = await post<{ rows: { Channel: string; WordingLanguage: string }[] }>(
    hq.request,
    '/customer/consents/find-all',
    { Search: { CustomerId: await customerOf(hq, phone) } },
  )
  expect(Object.fromEntries(rows.map(({ Channel, WordingLanguage }) => [Channel, WordingLanguage]))).toMatchObject({
    ...{ Service: 'fr', Mail: 'ja' },
  })
})

/** Finds the customer by phone number; the consents are in force because staff have verified the number. */
async function customerOf(hq: Page, phone: string): Promise<number> {
  const { rows } = await post<{ rows: { CustomerId: number }[] }>(hq.request, '/customer/customers/find-all', {
    Search: { Q: phone },
  })
  const { CustomerId } = rows[0]!
  const { Memberships } = await post<{ Memberships: { MembershipNo: string }[] }>(
    hq.request,
    '/customer/customers/find-one',
    { CustomerId },
  )
  await post(hq.request, '/customer/contact-changes/confirm', { MembershipNo: Memberships[0]!.MembershipNo })
  return CustomerId
}
