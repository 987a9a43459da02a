import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { expect, test } from './staff.ts'

test('head office reads in words whom a segment means', async ({ staffPage }) => {
  const hq = await staffPage('hq')
  await hq.goto('/campaign/segments')
  await expectLoaded(hq)
  await expect(hq.getByRole('row', { name: /not seen for a year/ })).toContainText('365 days')
  await expectAccessible(hq)
  await expectNoSideScroll(hq)
  await hq.getByRole('link', { name: /Birthdays in the next month/ }).click()
  await expectLoaded(hq)
  await expect(hq.getByText(/30 days/).first()).toBeVisible()
  await expectAccessible(hq)
  await expectNoSideScroll(hq)
})
