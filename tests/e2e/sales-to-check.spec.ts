import type { Page } from '@playwright/test'
import { post, registerMember, unique } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

const TO_CHECK = '/points-management/sales-to-check'
const balanceOf = (page: Page, MembershipNo: string) =>
  post<{ Available: number; Pending: number }>(page.request, '/point/balances/find-one', { MembershipNo })

test('lines of a till that do not agree are mapped or confirmed by head office, and earn', async ({ staffPage }) => {
  const hq = await staffPage('hq')
  await hq.goto(`${TO_CHECK}?InvoiceNo=KL1-T900`)
  await expectLoaded(hq)
  const line = (goods: string) => hq.getByRole('listitem').filter({ hasText: goods })
  const review = hq.getByRole('region', { name: 'Muthu a/l Selvam' })
  await expect(review.getByRole('row', { name: /Product group/ })).toContainText('CHOKER')
  await expect(review.getByRole('button', { name: 'Map' })).toBeDisabled()
  // Typed, since a long list shows its first entries only.
  await review.getByRole('combobox', { name: 'Product group that is meant' }).fill('Pearls')
  await hq.locator('.ant-select-item-option').filter({ hasText: 'Pearls' }).click()
  await expect(review.getByRole('row', { name: /Points earned 0/ })).toContainText(/\+[1-9]/)
  await expectAccessible(hq)
  await review.getByRole('button', { name: 'Map' }).click()
  const question = hq.getByRole('dialog')
  await expect(question).toContainText(/Muthu a\/l Selvam earns [1-9][\d,]* points/)
  await question.getByRole('button', { name: 'Map' }).click()
  await expect(hq.getByText(/The line has been mapped: [\d,]+ points earned/)).toBeVisible()
  await expect(line('Akoya pearl choker').or(line('Mapped, +'))).toContainText(/Mapped, \+[1-9]/)

  // From the sale that waits to its line.
  await hq.goto('/transactions/N/PJ1-T902')
  await expect(hq.getByText(/^1 line does not match and earns no points yet/)).toBeVisible()
  await hq.getByRole('link', { name: 'Go to Sales to check' }).click()
  const other = hq.getByRole('region', { name: 'Cheah Sook Fun' })
  await expect(other).toContainText('should be 2,376.00')
  await other.getByLabel('Reason').fill('Rounded for a regular customer')
  await other.getByRole('button', { name: 'Confirm unchanged' }).click()
  await expectAccessible(hq)
  await question.getByRole('button', { name: 'Confirm unchanged' }).click()
  await expect(hq.getByText(/The line has been confirmed: [\d,]+ points earned/)).toBeVisible()

  await hq.goto(`${TO_CHECK}?show=all&InvoiceNo=KL1-T900`)
  await expect(hq.getByRole('row', { name: /KL1-T900/ })).toContainText('Mapped')
  await expectAccessible(hq)
  await hq.goto('/transactions/N/PJ1-T902')
  await expectLoaded(hq)
  await expect(hq.getByText('does not match')).toHaveCount(0)
})

test('a large sale entered at the counter waits for a second person, who sees its lines and approves it', {
  tag: '@all',
}, async ({ staffPage }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { MembershipNo, FullName } = await registerMember(outlet.request, hq.request)
  const InvoiceNo = `BIG-${unique()}`
  await outlet.goto(`/transactions/add?MembershipNo=${MembershipNo}`)
  await expect(outlet.getByText(FullName)).toBeVisible()
  await outlet.getByLabel('Invoice no.').fill(InvoiceNo)
  await outlet.getByRole('combobox', { name: 'Brand' }).click()
  await outlet
    .locator('.ant-select-item-option')
    .filter({ hasText: /^Carat$/ })
    .click()
  await outlet.getByLabel('Description').fill('Diamond riviere')
  await outlet.getByLabel('Unit price').fill('30000')
  await outlet.getByRole('button', { name: /Save/ }).click()
  const done = outlet.getByRole('status').filter({ hasText: FullName })
  await expect(done).toContainText(new RegExp(`Pending approval: the sale of ${FullName}`, 'i'))
  await expect(done).toContainText('points pending')
  await expectAccessible(outlet)
  const { Available, Pending } = await balanceOf(outlet, MembershipNo)
  expect([Available, Pending > 0]).toEqual([0, true])
  await outlet.goto(`/counter?member=${MembershipNo}`)
  await expect(outlet.getByText('Pending', { exact: true })).toBeVisible()

  const second = await staffPage('hq.approver')
  await second.goto(`/transactions/N/${InvoiceNo}`)
  await expect(second.getByText('This sale is pending approval')).toBeVisible()
  await expectAccessible(second)
  await second.getByRole('link', { name: 'Open request' }).click()
  const review = second.getByRole('region', { name: new RegExp(FullName, 'i') })
  await expect(review).toContainText('Manual sale')
  await expect(review.getByRole('row', { name: /Line 1: Diamond riviere/ })).toContainText('30,000.00')
  await review.getByRole('button', { name: 'Approve the sale of MYR 30,000.00' }).click()
  const question = second.getByRole('dialog')
  await expect(question).toContainText(new RegExp(FullName, 'i'))
  await question.getByRole('button', { name: 'Approve the sale of MYR 30,000.00' }).click()
  await expect(second.getByText('The request has been approved and carried out.')).toBeVisible()
  expect(await balanceOf(hq, MembershipNo)).toMatchObject({ Available: Pending, Pending: 0 })
  await outlet.goto(`/transactions/N/${InvoiceNo}`)
  await expectLoaded(outlet)
  await expect(outlet.getByText('This sale is pending approval')).toHaveCount(0)
  await expect(outlet.getByText('Approved', { exact: true })).toBeVisible()
})
