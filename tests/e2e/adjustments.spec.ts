import type { Page } from '@playwright/test'
import { post, registerMember } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

const ADJUSTMENTS = '/points-management/points-adjustment'
const APPROVALS = '/settings/approvals'

const balanceOf = async (page: Page, MembershipNo: string) =>
  (await post<{ PointBalance: number }>(page.request, '/point/balances/find-one', { MembershipNo })).PointBalance

/** The row of the queue that says this. */
const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).first()

async function ask(page: Page, MembershipNo: string, points: string) {
  await page.goto(ADJUSTMENTS)
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Add adjustment' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add adjustment' })
  await expect(dialog.getByRole('combobox', { name: 'Member' })).toBeFocused()
  // As fast as a scanner, with Enter before the answer.
  await page.keyboard.type(MembershipNo)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(MembershipNo)).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'Points' }).fill(points)
  await dialog.getByLabel('Reason').click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'Goodwill' }).click()
  await dialog.getByLabel('Remark').fill('Waited for a repair')
  return dialog
}

test('an adjustment above the limit waits for a second person, who sees what it changes and approves it by key', async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  const { MembershipNo } = await registerMember(hq.request, hq.request)
  const before = await balanceOf(hq, MembershipNo)

  const dialog = await ask(hq, MembershipNo, '25000')
  await expect(dialog.getByText('Above your limit of 10,000 points')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Effect on the balance' })).toContainText('25,000')
  await expectAccessible(hq)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByText('It takes effect once another user approves it.')).toBeVisible()
  const row = hq.getByRole('row').filter({ hasText: MembershipNo })
  await expect(row).toContainText('Pending approval')
  expect(await balanceOf(hq, MembershipNo)).toBe(before)

  await hq.goto(`${APPROVALS}?show=own`)
  await expectLoaded(hq)
  await rowOf(hq, '25,000').getByRole('link').click()
  await expect(hq.getByText('Another user must approve your own request.')).toBeVisible()
  await expect(hq.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const second = await staffPage('hq.approver')
  await second.goto(APPROVALS)
  await expectLoaded(second)
  await rowOf(second, '25,000').getByRole('link').click()
  await expect(second.getByRole('table')).toContainText('25,000')
  await expectAccessible(second)
  // It can not be taken back: a question names person and change.
  await second.keyboard.press('a')
  await second.keyboard.press('Enter')
  const question = second.getByRole('dialog', { name: /25,000 points/ })
  await expectAccessible(second)
  await question.getByRole('button', { name: 'Approve +25,000 points' }).click()
  await expect(second.getByText('The request has been approved and carried out.')).toBeVisible()
  expect(await balanceOf(hq, MembershipNo)).toBe(before + 25_000)

  await hq.goto(`${ADJUSTMENTS}?MembershipNo=${MembershipNo}`)
  await expect(hq.getByRole('row').filter({ hasText: MembershipNo })).toContainText('Active')
})

test('a request that is rejected by key with a reason leaves the balance, and the next one opens by key', {
  tag: '@all',
}, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  const { MembershipNo } = await registerMember(hq.request, hq.request)
  const before = await balanceOf(hq, MembershipNo)
  for (const PointAmount of [31_000, 32_000])
    await post(hq.request, '/point/adjustments/add', {
      MembershipNo,
      TransactionType: 'Adjust In',
      PointAmount,
      ReasonCode: 'Correction',
      Remark: 'Twice by mistake',
    })

  const second = await staffPage('hq.approver')
  await second.goto(APPROVALS)
  await expectLoaded(second)
  await rowOf(second, '32,000').getByRole('link').click()
  await expect(second.getByRole('button', { name: 'Approve +32,000 points' })).toBeVisible()
  await second.keyboard.press('r')
  const question = second.getByRole('dialog', { name: /^Reject the request/ })
  await question.getByLabel('Reason').fill('Once is enough')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(second.getByText('The request has been rejected.')).toBeVisible()
  await expect(second.getByRole('listitem').filter({ hasText: 'Rejected' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Approve +31,000 points' })).toHaveCount(0)
  await second.keyboard.press('j')
  await expect(second.getByRole('button', { name: 'Approve +31,000 points' })).toBeVisible()
  expect(await balanceOf(hq, MembershipNo)).toBe(before)
})
