import type { CDPSession, Page } from '@playwright/test'
import { latestCode, PASSWORD } from './api.ts'
import { newColleague } from './colleagues.ts'
import { expectAccessible, expectNoSideScroll } from './expectations.ts'
import { expect, followBrowser, test } from './staff.ts'

/** Adds a phone-like authenticator to the browser, which unlocks its passkeys without asking. */
async function plugInAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

test('passkeys: a user adds one, signs in with it without password, and removes it', async ({
  staffPage,
  strangerPage,
  browser,
  server,
}) => {
  const hq = await staffPage('hq')
  const { username } = await newColleague(hq.request, strangerPage.request)
  // Browsers allow passkeys for localhost, but not for an IP address.
  const context = await browser.newContext({ baseURL: server.address.replace('127.0.0.1', 'localhost') })
  await context.addInitScript(followBrowser)
  const page = await context.newPage()
  const { cdp, authenticatorId } = await plugInAuthenticator(page)
  await page.goto('/auth/login?from=/account/security')
  await expectAccessible(page)
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('One-time code')).toBeVisible()
  await page.getByLabel('One-time code').fill(await latestCode(page.request))
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Enter your password')
  await expectAccessible(page)
  await dialog.getByLabel('Name of the passkey').fill('Shop tablet')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The passkey Shop tablet has been added')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Shop tablet' })
  await expect(row).toContainText('Not used yet')
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)
  await expectNoSideScroll(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your work' })).toBeVisible()
  await page.goto('/auth/login?from=/account/security')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('Not used yet')

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the passkey Shop tablet' })
  await question.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your work' })).toBeVisible()
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This passkey cannot be used here. Sign in with your user name and password',
  )
  await context.close()
})
