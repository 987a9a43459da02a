import { startTrafficMeter } from './meter.ts'
import { expect, openStaffPage, test } from './staff.ts'

// Measures the transfer size of a first visit with an empty cache, including API calls.

test('first visit: the sign-in page is usable after at most 220 kB and 25 requests', async ({ page }) => {
  const fetched = await startTrafficMeter(page)
  await page.goto('/auth/login', { waitUntil: 'networkidle' })
  await expect(page.getByRole('textbox').first()).toBeVisible()
  const { kilobytes, requests } = fetched()
  console.log(`Sign-in: ${kilobytes.toFixed(0)} kB in ${requests} requests`)
  expect(kilobytes).toBeGreaterThan(50)
  expect(kilobytes).toBeLessThan(220)
  expect(requests).toBeLessThanOrEqual(25)
})

test('first visit: the counter page is usable after at most 490 kB and 30 requests', async ({ browser, troubles }) => {
  const page = await openStaffPage(browser, 'outlet', troubles)
  const fetched = await startTrafficMeter(page)
  await page.goto('/counter', { waitUntil: 'networkidle' })
  await expect(page.locator('#counter-box')).toBeFocused()
  const { kilobytes, requests } = fetched()
  console.log(`Counter: ${kilobytes.toFixed(0)} kB in ${requests} requests`)
  expect(kilobytes).toBeGreaterThan(50)
  expect(kilobytes).toBeLessThan(490)
  expect(requests).toBeLessThanOrEqual(30)
  await page.context().close()
})
