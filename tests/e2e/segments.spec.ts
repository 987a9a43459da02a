import { post, unique } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

test('head office reads in words whom a segment means', { tag: '@all' }, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  await hq.goto('/campaign/segments')
  await expectLoaded(hq)
  await expect(hq.getByRole('row', { name: /not seen for a year/ })).toContainText('365 days')
  await hq.getByRole('link', { name: /Birthdays in the next month/ }).click()
  await expectLoaded(hq)
  await expect(hq.getByText(/30 days/).first()).toBeVisible()
})

test('head office lets the target list of a campaign follow a segment, and stops it', async ({ staffPage }) => {
  const hq = await staffPage('hq')
  const CampaignCode = `LV${unique()}`
  await post(hq.request, '/campaign/campaigns/add', {
    CampaignCode,
    CampaignName: `Follows ${CampaignCode}`,
    CampaignType: 'Festive',
    StartDate: '2026-01-01',
    EndDate: '2099-12-31',
  })
  await hq.goto(`/campaign/campaigns/listing/${CampaignCode}?tab=targets`)
  await expectLoaded(hq)
  await hq.getByRole('button', { name: 'Add a segment' }).click()
  const dialog = hq.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /Segment/ }).click()
  await hq.locator('.ant-select-item-option').filter({ hasText: 'Birthdays in the next month' }).click()
  await dialog.getByRole('combobox', { name: /Add as/ }).click()
  await hq.locator('.ant-select-item-option').filter({ hasText: 'Live: follows the segment' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(hq.getByText('Live: follows these segments')).toBeVisible()
  await expect(hq.getByText(/customers? on the list/).first()).toBeVisible()
  await expectAccessible(hq)
  await hq.getByRole('button', { name: 'Stop following' }).click()
  await hq
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirm|Stop following)$/ })
    .click()
  await expect(hq.getByText('Live: follows these segments')).toBeHidden()
})
