import type { Page } from '@playwright/test'
import { post, registerMember, uniqueDigits } from './api.ts'
import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

const TO_CHECK = '/points-management/sales-to-check'
const balanceOf = (page: Page, MembershipNo: string) =>
  post<{ Available: number; Pending: number }>(page.request, '/point/balances/find-one', { MembershipNo })

test('sales to check: head office maps one line of a till and confirms another, and both lines earn points', async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  await hq.goto(`${TO_CHECK}?InvoiceNo=KL1-T900`)
  await expectLoaded(hq)
  const review = hq.getByRole('region', { name: 'Muthu a/l Selvam' })
  await expect(review.getByRole('row', { name: /Product group/ })).toContainText('CHOKER')
  // Types the name, because a long list shows only its first entries.
  await review.getByRole('combobox', { name: 'Product group that is meant' }).fill('Pearls')
  await hq.locator('.ant-select-item-option').filter({ hasText: 'Pearls' }).click()
  await expect(review.getByRole('row', { name: /Points earned 0/ })).toContainText(/\+[1-9]/)
  await review.getByRole('button', { name: 'Map' }).click()
  const question = hq.getByRole('dialog')
  await expect(question).toContainText(/Muthu a\/l Selvam earns [1-9][\d,]* points/)
  await question.getByRole('button', { name: 'Map' }).click()
  await expect(hq.getByText(/The line has been mapped: [\d,]+ points earned/)).toBeVisible()
  await expect(hq.getByRole('listitem').filter({ hasText: /Mapped, \+[1-9]/ })).toBeVisible()

  // Opens the line from its sale.
  await visit(hq, '/transactions/N/PJ1-T902')
  await expect(hq.getByText(/^1 line does not match and earns no points yet/)).toBeVisible()
  await hq.getByRole('link', { name: 'Go to Sales to check' }).click()
  const otherSale = hq.getByRole('region', { name: 'Cheah Sook Fun' })
  await expect(otherSale).toContainText('should be 2,376.00')
  await otherSale.getByLabel('Reason').fill('Rounded for a regular customer')
  await otherSale.getByRole('button', { name: 'Confirm unchanged' }).click()
  await question.getByRole('button', { name: 'Confirm unchanged' }).click()
  await expect(hq.getByText(/The line has been confirmed: [\d,]+ points earned/)).toBeVisible()

  await visit(hq, `${TO_CHECK}?show=all&InvoiceNo=KL1-T900`)
  await expect(hq.getByRole('row', { name: /KL1-T900/ })).toContainText('Mapped')
  await visit(hq, '/transactions/N/PJ1-T902')
  await expectLoaded(hq)
  await expect(hq.getByText('does not match')).toHaveCount(0)
})

test('sales: a large manual sale is approved by a second person, who sees the lines of the sale', {
  tag: '@all',
}, async ({ staffPage }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { MembershipNo, FullName } = await registerMember(outlet.request, hq.request)
  const InvoiceNo = `BIG-${uniqueDigits()}`
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
  const confirmation = outlet.getByRole('status').filter({ hasText: FullName })
  await expect(confirmation).toContainText(new RegExp(`Pending approval: the sale of ${FullName}`, 'i'))
  await expect(confirmation).toContainText('points pending')
  const { Available, Pending } = await balanceOf(outlet, MembershipNo)
  expect([Available, Pending > 0]).toEqual([0, true])
  await visit(outlet, `/counter?member=${MembershipNo}`)
  await expect(outlet.getByText('Pending', { exact: true })).toBeVisible()

  const second = await staffPage('hq.approver')
  await second.goto(`/transactions/N/${InvoiceNo}`)
  await expect(second.getByText('This sale is pending approval')).toBeVisible()
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
  await visit(outlet, `/transactions/N/${InvoiceNo}`)
  await expectLoaded(outlet)
  await expect(outlet.getByText('This sale is pending approval')).toHaveCount(0)
  await expect(outlet.getByText('Approved', { exact: true })).toBeVisible()
})
