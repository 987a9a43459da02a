import type { Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { expect, test } from './staff.ts'

// Signs in through the single sign-on of the demo, a real provider with its own pages.

const deep = '/points-management/customer-transactions/listing?TransactionType=C'

/** Reports violations of the content security policy as errors of the test. */
async function noticeViolations(page: Page, troubles: string[]) {
  await page.exposeFunction('noticeViolation', (text: string) => troubles.push(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { noticeViolation } = window as unknown as { noticeViolation: (text: string) => void }
      noticeViolation(`${effectiveDirective} ${blockedURI}`)
    })
  })
}

test('single sign-on: a signed-out user returns to the requested page after signing in', async ({
  strangerPage: page,
  troubles,
}) => {
  await noticeViolations(page, troubles)
  await page.goto(deep)
  await expect(page.getByRole('button', { name: 'Continue with company account' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with company account' }).click()

  await expect(page.getByRole('heading', { name: 'Demo single sign-on' })).toBeVisible()
  await page.getByRole('button', { name: 'outlet.manager' }).click()

  await expect(page.getByRole('heading', { name: 'Customer Transactions' })).toBeVisible()
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe(deep)
  await expectLoaded(page)
  // No address in the history and no storage readable by scripts contains the code.
  const browserStorage = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(browserStorage).not.toMatch(/code=|state=|in\.[\w-]{43}/)
  await page.goBack()
  expect(page.url()).not.toMatch(/code=|state=/)
})

test('single sign-on: the demo provider’s page is accessible in light and dark mode', { tag: '@all' }, async ({
  strangerPage: page,
}) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Continue with company account' }).click()
  await expect(page.getByRole('heading', { name: 'Demo single sign-on' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
})

test('single sign-on: a cancelled or forged sign-in leads to a page with the reason and a link back', async ({
  strangerPage: page,
  troubles,
}) => {
  await noticeViolations(page, troubles)
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Continue with company account' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(page).toHaveURL(/\/auth\/error-1\?code=access\.provider_declined/)
  await expect(page.getByText('The sign-in was cancelled or the provider refused it')).toBeVisible()
  await expect(page.getByText(/^Request: \S+/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)

  await page.goto('/dashboard?redirectedFromSso=true&redirectedUserId=1&code=stolen&state=in.someone-elses')
  await expect(page.getByText('This sign-in was not started in this browser. Start again')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('code')).toBe('access.provider_not_started')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sid')

  await page.getByRole('combobox').selectOption('ja')
  await expect(page.getByText('このサインインはこのブラウザーで開始されていません')).toBeVisible()
  await page.getByRole('button', { name: '再試行' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
})

test('single sign-on: an unreachable provider is reported as a failure of the system', { tag: '@all' }, async ({
  strangerPage: page,
}) => {
  await page.goto('/auth/error-2?code=access.provider_away&request=abc123')

  await expect(page.getByText('The provider is not responding. Try again')).toBeVisible()
  await expect(page.getByText('Request: abc123')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await page.getByRole('button', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})
