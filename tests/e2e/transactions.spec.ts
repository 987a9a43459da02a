import type { Page } from '@playwright/test'
import { type Member, post, registerMember, sell, uniqueDigits } from './api.ts'
import { expectAccessible, expectNoSideScroll, openPage } from './expectations.ts'
import { expect, test } from './staff.ts'

const LISTING = '/points-management/customer-transactions/listing'

const rowOf = (page: Page, InvoiceNo: string) => page.getByRole('row', { name: new RegExp(`^More of ${InvoiceNo} `) })
const act = async (page: Page, InvoiceNo: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${InvoiceNo}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const availableOf = async (page: Page, { MembershipNo }: Member) =>
  (await post<{ Available: number }>(page.request, '/point/balances/find-one', { MembershipNo })).Available

test('transactions: a part of a sale of two lines is cancelled after a preview of each line', async ({ staffPage }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const member = await registerMember(outlet.request, hq.request)
  const InvoiceNo = await sell(outlet.request, member.MembershipNo)
  expect(await availableOf(hq, member)).toBe(312)

  await openPage(hq, `${LISTING}?InvoiceNo=${InvoiceNo}`)
  await hq.getByRole('button', { name: `More of ${InvoiceNo}` }).click()
  const line = hq.getByRole('row', { name: /^1 Eternity ring/ })
  await expect(line).toContainText('2,000.00')
  await expect(hq.getByText('Ruby pendant')).toBeVisible()
  await expectAccessible(hq)

  await act(hq, InvoiceNo, 'Cancel lines')
  const dialog = hq.getByRole('dialog', { name: `Cancel sale ${InvoiceNo}` })
  await dialog.getByRole('checkbox', { name: /Eternity ring/ }).check()
  await dialog.getByRole('textbox', { name: 'Quantity, Eternity ring' }).fill('1')
  await expect(dialog.getByText('Cancels MYR 1,000.00 and reverses 125 points')).toBeVisible()
  const before = dialog.getByRole('group', { name: 'Which lines are returned?' })
  await expect(before).toContainText(/before: 2,000.00.* after: 1,000.00/)
  await expect(before).toContainText(/before: 250.* after: 125 points/)
  await expect(dialog.getByRole('status')).toContainText(/Available points.*before: 312.* after: 187/)
  await expectAccessible(hq)
  await expectNoSideScroll(hq)
  await dialog.getByRole('checkbox', { name: /Ruby pendant/ }).check()
  await expect(dialog.getByText('Cancels MYR 1,500.00 and reverses 187 points')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Ruby pendant/ }).uncheck()
  await expect(dialog.getByText('Cancels MYR 1,000.00 and reverses 125 points')).toBeVisible()
  await dialog.getByLabel('Reason').fill('One is too small')
  await dialog.getByRole('button', { name: 'Cancel 1 line' }).click()

  await expect(dialog).toBeHidden()
  await expect(rowOf(hq, InvoiceNo)).toContainText('Cancelled in part')
  await expect(hq.getByRole('row', { name: new RegExp(`${InvoiceNo}-C1`) })).toContainText('−125')
  expect(await availableOf(hq, member)).toBe(187)
})

test('transactions: a cancellation preview shows spent points as arrears', { tag: '@all' }, async ({ staffPage }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const member = await registerMember(outlet.request, hq.request)
  const InvoiceNo = await sell(outlet.request, member.MembershipNo)
  const reward = { MembershipNo: member.MembershipNo, Points: 300, ObjectType: 'Reward', ObjectValue: uniqueDigits() }
  await post(outlet.request, '/point/redemption', reward)
  await openPage(outlet, `/transactions/N/${InvoiceNo}`)
  await outlet.getByRole('button', { name: 'Cancel whole sale' }).click()
  const status = outlet.getByRole('dialog').getByRole('status')
  await expect(status).toContainText('Cancels MYR 2,500.00 and reverses 312 points')
  await expect(status).toContainText(/Available points.*before: 12.* after: 0/)
  await expect(status).toContainText(/Negative balance.*before: 0.* after: 300/)
  await expectAccessible(outlet)
  await outlet.getByRole('button', { name: 'Keep sale' }).click()
  expect(await availableOf(hq, member)).toBe(12)
})

test('transactions: a walk-in sale is assigned to a member, and head office unassigns it', {
  tag: '@all',
}, async ({ staffPage }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const member = await registerMember(outlet.request, hq.request)
  const InvoiceNo = `WALK-${uniqueDigits()}`
  await post(outlet.request, '/customer/memberships/transaction-summaries/add', {
    TransactionType: 'N',
    InvoiceNo,
    Details: [{ Brand: 'Carat', ProductGroup: 'PENDANT', Description: 'Jade pendant', UnitPrice: '800' }],
  })

  await openPage(outlet, `${LISTING}?InvoiceNo=${InvoiceNo}`)
  await expect(rowOf(outlet, InvoiceNo)).toContainText('Walk-in customer')
  // Staff who can open a sale see the amount of the sale.
  await expect(outlet.getByRole('columnheader', { name: 'Net amount' })).toHaveCount(1)
  await expect(rowOf(outlet, InvoiceNo)).toContainText('800.00')
  await openPage(outlet, `/transactions/N/${InvoiceNo}`)
  await outlet.getByRole('button', { name: 'Link to member' }).click()
  const dialog = outlet.getByRole('dialog', { name: `Link sale ${InvoiceNo} to a member` })
  await expect(dialog.getByRole('combobox', { name: 'Scan or type a member' })).toBeFocused()
  await outlet.keyboard.type(member.MembershipNo)
  await outlet.keyboard.press('Enter')
  await expect(dialog.getByText(member.FullName)).toBeVisible()
  await expectAccessible(outlet)
  await dialog.getByRole('button', { name: 'Link sale' }).click()
  await expect(
    outlet.getByText(`Sale ${InvoiceNo} has been linked to ${member.FullName}: 100 points earned`),
  ).toBeVisible()
  await expect(outlet.getByText('Linked to member on')).toBeVisible()
  expect(await availableOf(outlet, member)).toBe(100)
  // Outlet staff cannot unassign the sale.
  await expect(outlet.getByRole('button', { name: 'Unlink from member' })).toHaveCount(0)

  await openPage(hq, `${LISTING}?InvoiceNo=${InvoiceNo}`)
  await expect(hq.getByRole('columnheader', { name: 'Net amount' })).toHaveCount(1)
  await act(hq, InvoiceNo, 'Unlink from member')
  const question = hq.getByRole('dialog', { name: `Unlink sale ${InvoiceNo} from ${member.FullName}?` })
  await expect(question.getByText('100 points are reversed, and the sale becomes a walk-in sale again.')).toBeVisible()
  await question.getByLabel('Reason').fill('Her sister’s purchase')
  await question.getByRole('button', { name: 'Unlink from member' }).click()
  await expect(hq.getByText('The sale has been unlinked')).toBeVisible()
  await expect(rowOf(hq, InvoiceNo)).toContainText('Walk-in customer')
  expect(await availableOf(hq, member)).toBe(0)
})
