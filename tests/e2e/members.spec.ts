import type { Page } from '@playwright/test'
import { post } from './api.ts'
import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

const statusOf = async (page: Page, CustomerId: number) =>
  (await post<{ Status: string }>(page.request, '/customer/customers/find-one', { CustomerId })).Status

test('archive: an inactive member is archived, marked as archived at the counter, and restored', async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  await hq.goto('/member/archive')
  await expectLoaded(hq)
  const { rows } = await post<{ rows: { CustomerId: number; FullName: string; MembershipNo: string }[] }>(
    hq.request,
    '/member/archive/inactive/find-all',
    { Rows: 20 },
  )
  const { CustomerId, FullName, MembershipNo } = rows[0]!
  const row = hq.getByRole('row').filter({ hasText: MembershipNo })
  const act = async (entry: string) => {
    await row.getByRole('button', { name: /Actions for/ }).click()
    await hq.locator('.ant-dropdown-menu-item').filter({ hasText: entry }).click()
  }
  await act('Archive')
  await hq.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(hq.getByText(`${FullName} has been archived`)).toBeVisible()
  expect(await statusOf(hq, CustomerId)).toBe('Archived')

  await visit(hq, `/counter?member=${MembershipNo}`)
  await expect(hq.getByText('The member is archived; a purchase unarchives the member')).toBeVisible()

  await visit(hq, '/member/archive?show=archived')
  await act('Unarchive')
  await expect(row).toHaveCount(0)
  expect(await statusOf(hq, CustomerId)).toBe('Active')
})
