import type { Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { expect, test } from './staff.ts'

// Through the demo's single sign-on, which is a real provider with pages of its own.

const deep = '/points-management/customer-transactions/listing?TransactionType=C'

/** What the content security policy stopped on this page, told as an error of the test. */
async function noticeViolations(page: Page, troubles: string[]) {
  await page.exposeFunction('noticeViolation', (text: string) => troubles.push(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { noticeViolation } = window as unknown as { noticeViolation: (text: string) => void }
      noticeViolation(`${effectiveDirective} ${blockedURI}`)
    })
  })
}

test('a stranger who opens a page signs in through single sign-on and is on that very page', async ({
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
  // The code stands in no address that the history knows, and nothing of it is kept for scripts to read.
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toMatch(/code=|state=|in\.[\w-]{43}/)
  await page.goBack()
  expect(page.url()).not.toMatch(/code=|state=/)
})

test('the page of the demo’s provider is accessible by day and night', { tag: '@all' }, async ({
  strangerPage: page,
}) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Continue with company account' }).click()
  await expect(page.getByRole('heading', { name: 'Demo single sign-on' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
})

test('cancelling there, or a link of a stranger, ends on a page that says so and leads on', async ({
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

test('a provider that does not answer is told as the system’s failure', { tag: '@all' }, async ({
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
