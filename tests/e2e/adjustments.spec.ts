import type { Page } from '@playwright/test'
import { post, registerMember } from './api.ts'
import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

const balanceOf = async (page: Page, MembershipNo: string) =>
  (await post<{ PointBalance: number }>(page.request, '/point/balances/find-one', { MembershipNo })).PointBalance

test('adjustments: an adjustment above the limit takes effect after a second person approves it', async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  const { MembershipNo } = await registerMember(hq.request, hq.request)
  const before = await balanceOf(hq, MembershipNo)
  await hq.goto('/points-management/points-adjustment')
  await expectLoaded(hq)
  await hq.getByRole('button', { name: 'Add adjustment' }).first().click()
  const dialog = hq.getByRole('dialog', { name: 'Add adjustment' })
  await expect(dialog.getByRole('combobox', { name: 'Member' })).toBeFocused()
  await hq.keyboard.type(MembershipNo)
  await hq.keyboard.press('Enter')
  await dialog.getByRole('spinbutton', { name: 'Points' }).fill('25000')
  await dialog.getByLabel('Reason').click()
  await hq.locator('.ant-select-item-option').filter({ hasText: 'Goodwill' }).click()
  await dialog.getByLabel('Remark').fill('Waited for a repair')
  await expect(dialog.getByText('Above your limit of 10,000 points')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByText('It takes effect once another user approves it.')).toBeVisible()
  const row = hq.getByRole('row').filter({ hasText: MembershipNo })
  await expect(row).toContainText('Pending approval')
  expect(await balanceOf(hq, MembershipNo)).toBe(before)

  const second = await staffPage('hq.approver')
  await second.goto('/settings/approvals')
  await expectLoaded(second)
  await second.getByRole('listitem').filter({ hasText: '25,000' }).first().getByRole('link').click()
  await second.getByRole('button', { name: 'Approve +25,000 points' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve +25,000 points' }).click()
  await expect(second.getByText('The request has been approved and carried out.')).toBeVisible()
  expect(await balanceOf(hq, MembershipNo)).toBe(before + 25_000)
  await visit(hq, `/points-management/points-adjustment?MembershipNo=${MembershipNo}`)
  await expect(row.filter({ hasText: 'Active' })).toBeVisible()
})
