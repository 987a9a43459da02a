import type { Page } from '@playwright/test'
import { post, registerMember, sell, uniqueDigits } from './api.ts'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('rewards: a reward with picture, outlets and stock is saved at once, redeemed, and deactivated after an approval', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const Code = `BOX_${uniqueDigits()}`
  await page.goto('/rewards/rewards/add')
  await expectLoaded(page)
  await page.getByLabel('Code', { exact: true }).fill(Code)
  await page.getByLabel('Name', { exact: true }).fill('Velvet ring box')
  await page.getByLabel('Points', { exact: true }).fill('5')
  await page
    .locator('main input[type=file]')
    .first()
    .setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  await choose(page, 'Outlets', /Bukit Bintang/)
  await choose(page, 'Outlets', /Kota Kinabalu|Sabah/)
  await page.getByRole('button', { name: 'Add a place' }).click()
  await page.getByLabel('On hand').fill('7')
  await page.getByRole('button', { name: 'Add a place' }).click()
  await choose(page, 'Place', /Bukit Bintang/, 1)
  await page.getByLabel('On hand').nth(1).fill('3')
  await page.getByLabel('Reorder level').nth(1).fill('5')
  await page.getByRole('switch', { name: 'Activate after saving' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Create Reward Success')).toBeVisible()

  const RewardId = Number(page.url().match(/rewards\/(\d+)/)?.[1])
  const reward = await post(page.request, '/reward/rewards/find-one', { RewardId })
  expect(reward).toMatchObject({ Code, Status: 'Active', StockAvailable: 10, LowStockYN: 'Y' })
  expect(reward.Images).toHaveLength(1)
  expect(reward.OutletCodes).toHaveLength(2)

  const outlet = await staffPage('outlet')
  const { MembershipNo } = await registerMember(outlet.request, page.request)
  await sell(outlet.request, MembershipNo)
  await post(outlet.request, '/reward/customer-rewards/redeem', { MembershipNo, Rewards: [{ RewardId }] })

  await page.reload()
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Deactivate…' }).click()
  const ending = page.getByRole('dialog', { name: 'Deactivate Velvet ring box' })
  await expect(ending).toContainText('1 member has not collected. Honour outstanding?')
  await ending.getByRole('switch').click()
  await ending.getByRole('button', { name: 'Request approval' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Deactivation is pending approval' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the request' }).last().click()
  await expect(page.getByText(`End reward ${Code}, which 1 member holds`).first()).toBeVisible()
})

async function choose(page: Page, label: string, option: string | RegExp, place = 0) {
  await page.getByLabel(label, { exact: true }).nth(place).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option).first().click()
  await page.keyboard.press('Escape')
}
