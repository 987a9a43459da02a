import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

test('loyalty watch: a finding leads to its sales, and the sales are not reported again after they are marked as harmless', async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  await hq.goto('/settings/loyalty-watch')
  await expectLoaded(hq)
  await hq.getByRole('link', { name: 'Farah Azman' }).click()
  const review = hq.getByRole('region', { name: 'Farah binti Azman' })
  await expect(review).toContainText('3 credits to the own number or household')
  await expect(review.getByRole('link', { name: /^Sale PJ1-T95\d$/ })).toHaveCount(3)
  await review.getByRole('button', { name: 'Harmless…' }).click()
  await hq.getByRole('dialog').getByLabel('Reason').fill('Bought for the family, receipts seen')
  await hq.getByRole('dialog').getByRole('button', { name: 'Harmless' }).click()
  await expect(hq.getByText('Marked as harmless')).toBeVisible()

  await visit(hq, '/settings/loyalty-watch?show=all')
  await hq.getByRole('button', { name: 'Check now' }).click()
  await expect(hq.getByText(/findings? (is|are) new or (has|have) changed/)).toBeVisible()
  await expect(hq.getByRole('row', { name: /Farah/ })).toHaveCount(1)
  await expect(hq.getByRole('row', { name: /Farah/ })).toContainText('Harmless')
})
