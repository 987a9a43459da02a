import { registerMember, sell } from './api.ts'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

test('levels: an upgrade is requested, approved by another user with a reason, and in force tomorrow', async ({
  staffPage,
}) => {
  const [outlet, hq] = [await staffPage('outlet'), await staffPage('hq')]
  const { FullName, MembershipNo } = await registerMember(outlet.request, hq.request)
  await sell(outlet.request, MembershipNo)
  await outlet.goto(`/memberships/${MembershipNo}`)
  await expectLoaded(outlet)
  await outlet.getByRole('button', { name: 'Request upgrade' }).click()
  const dialog = outlet.getByRole('dialog', { name: 'Request upgrade' })
  await dialog.getByLabel('New tier').click()
  await outlet.locator('.ant-select-item-option').filter({ hasText: 'Platinum' }).click()
  await dialog.getByLabel('Remark').fill('Orders the wedding bands')
  await dialog.getByRole('button', { name: 'Request upgrade' }).click()
  await expect(outlet.getByText('A level change of this member is pending approval').first()).toBeVisible()

  const second = await staffPage('hq.approver')
  await second.goto('/member/level-histories/approval')
  await expectLoaded(second)
  const name = new RegExp(FullName, 'i')
  await second.getByRole('listitem').getByRole('link', { name }).click()
  const review = second.getByRole('region', { name })
  await expect(review).toContainText('Orders the wedding bands')
  await expect(review.getByRole('region', { name: 'Spent in this cycle' })).toContainText('2,500.00')
  await review.getByLabel('Reason for the exception').fill('A large order')
  await review.getByRole('button', { name: 'Approve Platinum' }).click()
  await expect(second.getByText('Membership Level has been approved successfully')).toBeVisible()

  await outlet.reload()
  await expect(outlet.getByText(/^\w+ from tomorrow, /)).toBeVisible()
  await expect(outlet.getByRole('region', { name: 'Level changes' }).first()).toContainText('Approved')
  await expect(outlet.getByRole('region', { name: 'Spend of this cycle' }).first()).toContainText('2,500.00')
})
