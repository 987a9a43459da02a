import type { Page } from '@playwright/test'
import { post, registerMember, sell } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll, openPage } from './expectations.ts'
import { expect, test } from './staff.ts'

const pointsOf = async (page: Page, MembershipNo: string) =>
  (await post<{ PointBalance: number }>(page.request, '/point/balances/find-one', { MembershipNo })).PointBalance
const salesOf = async (page: Page, MembershipNo: string) =>
  (
    await post<{ count: number }>(page.request, '/customer/transaction-summaries/find-all', {
      Search: { MembershipNo },
    })
  ).count

test('merge: two people merge two records and undo the merge, and the totals stay the same', async ({ staffPage }) => {
  const hq = await staffPage('hq')
  const stays = await registerMember(hq.request, hq.request)
  const goes = await registerMember(hq.request, hq.request)
  const outlet = await staffPage('outlet')
  for (const one of [stays, goes, goes]) await sell(outlet.request, one.MembershipNo)
  const before = [await pointsOf(hq, stays.MembershipNo), await pointsOf(hq, goes.MembershipNo)] as const
  expect(before[1]).toBeGreaterThan(before[0])

  // Opens the comparison from the customer's page.
  await openPage(hq, `/customers/${stays.CustomerId}`)
  await hq
    .getByRole('button', { name: new RegExp(stays.FullName) })
    .last()
    .click()
  await hq.getByRole('menuitem', { name: 'Merge with another record' }).click()
  await expect(hq.getByRole('combobox', { name: 'Duplicate record' })).toBeFocused()
  await hq.keyboard.type(goes.MembershipNo)
  await hq.keyboard.press('Enter')

  // Compares the fields of both records and previews the merge.
  const details = hq.getByRole('region', { name: 'Details' })
  await details.getByRole('radio', { name: new RegExp(`Phone: .*${goes.ContactNo.slice(-6)}.*merged`, 'i') }).check()
  const happens = hq.getByRole('region', { name: 'Points and tier' })
  await expect(happens).toContainText(`${goes.MembershipNo} is merged into ${stays.MembershipNo}`)
  await expect(happens).toContainText('Sales and returns')
  await expectAccessible(hq)
  await expectNoSideScroll(hq)
  await hq.getByRole('button', { name: 'Request merge' }).click()
  const question = hq.getByRole('dialog', { name: new RegExp(`Merge ${goes.FullName}`) })
  await question.getByLabel('Reason').fill('Registered twice')
  await expect(question.getByRole('button', { name: 'Request merge' })).toBeDisabled()
  await question.getByLabel(new RegExp(goes.MembershipNo)).fill(goes.MembershipNo)
  await question.getByRole('button', { name: 'Request merge' }).click()
  await expect(hq.getByText('The merge is pending approval.')).toBeVisible()
  expect(await pointsOf(hq, goes.MembershipNo)).toBe(before[1])

  // The second person sees the effect, and approves.
  const second = await staffPage('hq.approver')
  await openPage(second, '/settings/approvals')
  await second
    .getByRole('link', { name: new RegExp(goes.FullName, 'i') })
    .first()
    .click()
  await expect(second.getByRole('table')).toContainText(goes.MembershipNo)
  await second.keyboard.press('a')
  await second.keyboard.press('Enter')
  await second.getByRole('dialog').getByRole('button', { name: 'Approve the merge' }).click()
  await expect(second.getByText('The request has been approved and carried out.')).toBeVisible()

  // The old number opens the survivor with all records.
  expect(await pointsOf(hq, goes.MembershipNo)).toBe(before[0] + before[1])
  expect(await salesOf(hq, stays.MembershipNo)).toBe(3)
  await openPage(hq, `/customers/${goes.CustomerId}`)
  await expect(hq.getByText('This customer was merged into another record and can only be viewed.')).toBeVisible()
  await hq.getByRole('link', { name: 'Open the merge' }).click()
  await expectLoaded(hq)
  await hq.getByRole('link', { name: goes.MembershipNo }).first().click()
  await expectLoaded(hq)

  // Unmerges the records.
  await hq.getByRole('button', { name: 'Undo merge' }).click()
  const back = hq.getByRole('dialog', { name: new RegExp(`Undo the merge of ${goes.FullName}`) })
  await back.getByLabel('Reason for undoing').fill('Mother and daughter')
  await back.getByLabel(new RegExp(goes.MembershipNo)).fill(goes.MembershipNo)
  await back.getByRole('button', { name: 'Undo merge' }).click()
  await expect(hq.getByText('The records are separate again.')).toBeVisible()
  expect([await pointsOf(hq, stays.MembershipNo), await pointsOf(hq, goes.MembershipNo)]).toEqual([...before])
  expect([await salesOf(hq, stays.MembershipNo), await salesOf(hq, goes.MembershipNo)]).toEqual([1, 2])
})

test('merge: two selected members open the comparison, one or three do not', { tag: '@all' }, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  const one = await registerMember(hq.request, hq.request, { premium: false })
  const other = await registerMember(hq.request, hq.request, { premium: false })
  const common = one.FullName.split(' ').slice(0, 2).join(' ')
  await openPage(hq, `/memberships?Q=${encodeURIComponent(common)}`)
  const tickMember = (FullName: string) =>
    hq.getByRole('row').filter({ hasText: FullName }).getByRole('checkbox').check()
  await tickMember(one.FullName)
  await expect(hq.getByRole('button', { name: 'Merge members' })).toHaveAttribute('aria-disabled', 'true')
  await tickMember(other.FullName)
  await hq.getByRole('button', { name: 'Merge members' }).click()
  await expect(hq.getByRole('region', { name: 'Details' })).toBeVisible()
  await expect(hq.getByRole('main')).toContainText(one.MembershipNo)
  await expect(hq.getByRole('main')).toContainText(other.MembershipNo)
})
