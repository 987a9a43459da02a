import type { Page } from '@playwright/test'
import { post, registerMember, sell, unique } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// Judging a page takes a while on a busy machine.
test.slow()

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a reward with a picture, two outlets and stock comes from one save; a failed step is tried again and nothing is done twice', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const Code = `BOX_${unique()}`
  await page.goto('/rewards/rewards')
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Add Reward' }).click()

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
  await expectAccessible(page)

  // The pool is refused once, as by a server that has no room for it just now.
  let refused = 0
  await page.route('**/reward/inventories/add', (route) =>
    refused++ === 0
      ? route.fulfill({ status: 409, json: { code: 'rewards.place_taken', message: 'Not now' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'Create Reward Failed' })
  await expect(failure).toContainText('1 step failed')
  await expect(failure.getByRole('listitem').filter({ hasText: 'Stock at Head office pool' })).toContainText('Failed')
  await expect(failure.getByRole('listitem').filter({ hasText: 'Stock at KL1' })).toContainText('Done')
  // Without its stock it would be given without end, so it is not offered yet.
  await expect(failure.getByRole('listitem').filter({ hasText: 'Activate the reward' })).toContainText('Waiting')
  await expectAccessible(page)

  // A reload keeps what is left, and the second try sends only that.
  await page.reload()
  await expect(failure).toBeVisible()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Create Reward Success')).toBeVisible()
  await expect(failure).toHaveCount(0)
  expect(refused).toBe(3)

  const RewardId = Number(page.url().match(/rewards\/(\d+)/)?.[1])
  const reward = await post(page.request, '/reward/rewards/find-one', { RewardId })
  expect(reward).toMatchObject({ Code, Status: 'Active', StockAvailable: 10, LowStockYN: 'Y' })
  expect(reward.Images).toHaveLength(1)
  expect(reward.OutletCodes).toHaveLength(2)

  const outlet = await staffPage('outlet')
  const { MembershipNo } = await registerMember(outlet.request, page.request)
  await sell(outlet.request, MembershipNo)
  const { rows } = await post<{ rows: { Status: string }[] }>(outlet.request, '/reward/customer-rewards/redeem', {
    MembershipNo,
    Rewards: [{ RewardId }],
  })
  expect(rows).toMatchObject([{ Status: 'Active' }])

  await page.goto(`/rewards/rewards/${RewardId}?tab=stock`)
  await expectLoaded(page)
  await expectAccessible(page)
  const moves = page.getByRole('region', { name: 'Movements' })
  await expect(moves.getByRole('row').filter({ hasText: 'Reserve' }).first()).toBeVisible()
  const place = page.getByRole('row').filter({ hasText: 'Bukit Bintang' }).first()
  await place.getByRole('button', { name: 'Receive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Receive' })
  await dialog.getByLabel('Quantity').fill('9')
  await dialog.getByLabel('Reason').fill('Delivery of Monday')
  await dialog.getByRole('button', { name: 'Receive' }).click()
  await expect(dialog).toBeHidden()
  await expect(moves.getByRole('row').filter({ hasText: 'Delivery of Monday' })).toContainText('+9')

  // Somebody holds one: ending it asks what becomes of theirs, and waits for a second person.
  await page.getByRole('button', { name: 'Deactivate…' }).click()
  const ending = page.getByRole('dialog', { name: 'Deactivate Velvet ring box' })
  await expect(ending).toContainText('1 member has not collected. Honour outstanding?')
  await expectAccessible(page)
  await ending.getByRole('switch').click()
  await ending.getByRole('button', { name: 'Request approval' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Deactivation is pending approval' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the request' }).last().click()
  await expectLoaded(page)
  await expect(page.getByText(`End reward ${Code}, which 1 member holds`).first()).toBeVisible()
})

async function choose(page: Page, label: string, option: string | RegExp, place = 0) {
  await page.getByLabel(label, { exact: true }).nth(place).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option).first().click()
  await page.keyboard.press('Escape')
}
