import { meter } from './meter.ts'
import { expect, test } from './staff.ts'

// What a browser that was never here fetches over the wire, calls included. scripts/bundle-size.ts has the files alone.

test('signing in is possible after 220 kB in 25 requests', async ({ page }) => {
  const fetched = await meter(page)
  await page.goto('/auth/login', { waitUntil: 'networkidle' })
  await expect(page.getByRole('textbox').first()).toBeVisible()
  const { kilobytes, requests } = fetched()
  console.log(`Sign-in: ${kilobytes.toFixed(0)} kB in ${requests} requests`)
  expect(kilobytes).toBeGreaterThan(50)
  expect(kilobytes).toBeLessThan(220)
  expect(requests).toBeLessThanOrEqual(25)
})

test('a cold counter is there after 490 kB in 30 requests', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  const fetched = await meter(page)
  await page.goto('/counter', { waitUntil: 'networkidle' })
  await expect(page.locator('#counter-box')).toBeFocused()
  const { kilobytes, requests } = fetched()
  console.log(`Counter: ${kilobytes.toFixed(0)} kB in ${requests} requests`)
  expect(kilobytes).toBeGreaterThan(50)
  expect(kilobytes).toBeLessThan(490)
  expect(requests).toBeLessThanOrEqual(30)
})
