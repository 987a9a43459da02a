import type { Page } from '@playwright/test'
import { type Member, post, registerMember, sell } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

const APPROVAL = '/member/level-histories/approval'
const option = (page: Page, text: string) => page.locator('.ant-select-item-option').filter({ hasText: text })

/** Asks for Platinum on the member's own page, as a counter would. */
async function askForUpgrade(page: Page, { MembershipNo }: Member, remark: string) {
  await page.goto(`/memberships/${MembershipNo}`)
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Request upgrade' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request upgrade' })
  await dialog.getByLabel('New tier').click()
  await option(page, 'Platinum').click()
  await dialog.getByLabel('Remark').fill(remark)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Request upgrade' }).click()
  await expect(page.getByText('Membership Level has been saved successfully')).toBeVisible()
}

test('an upgrade is asked for at the counter, and approved by key by another, who sees what the member spends', async ({
  staffPage,
}) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const member = await registerMember(outlet.request, hq.request)
  await sell(outlet.request, member.MembershipNo)

  await askForUpgrade(outlet, member, 'Orders the wedding bands')
  await expect(outlet.getByText('A level change of this member is pending approval').first()).toBeVisible()
  await expect(outlet.getByRole('button', { name: 'Request upgrade' })).toHaveCount(0)

  const second = await staffPage('hq.approver')
  await second.goto(APPROVAL)
  await expectLoaded(second)
  // Of the list: the review of the same person has a link to the member's page.
  await second
    .getByRole('listitem')
    .getByRole('link', { name: new RegExp(member.FullName, 'i') })
    .click()
  const review = second.getByRole('region', { name: new RegExp(member.FullName, 'i') })
  await expect(review).toContainText('Orders the wedding bands')
  await expect(review.getByRole('region', { name: 'Spent in this cycle' })).toContainText('2,500.00')
  await review.getByLabel('Reason for the exception').fill('A large order')
  await second.keyboard.press('Enter')
  await second.keyboard.press('Enter')
  await expect(second.getByText('Membership Level has been approved successfully')).toBeVisible()

  await hq.goto(`/memberships/${member.MembershipNo}`)
  await expectLoaded(hq)
  await expect(hq.getByText(/^\w+ from tomorrow, /)).toBeVisible()
  await expect(hq.getByRole('region', { name: 'Level changes' }).first()).toContainText('Approved')
  await expect(hq.getByRole('region', { name: 'Spend of this cycle' }).first()).toContainText('2,500.00')
  await expectAccessible(hq)
})

test('nobody decides his own request, and one that is rejected by key stays in its place', { tag: '@all' }, async ({
  staffPage,
}) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const [own, first, second] = [
    await registerMember(outlet.request, hq.request),
    await registerMember(outlet.request, hq.request),
    await registerMember(outlet.request, hq.request),
  ]
  const ask = ({ MembershipNo }: Member, as: Page) =>
    post<{ LevelHistoryId: number }>(as.request, '/member/level-histories/add', {
      MembershipNo,
      Action: 'Upgrade',
      ToCategory: 'PLATINUM',
    })
  const mine = await ask(own, hq)
  await hq.goto(`${APPROVAL}?id=${mine.LevelHistoryId}`)
  await expectLoaded(hq)
  const drawer = hq.getByRole('region', { name: new RegExp(own.FullName, 'i') })
  await expect(drawer.getByText('Another user must approve your own request')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Delete request' }).click()
  await hq
    .getByRole('dialog', { name: /^Delete the level change/ })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await expect(hq.getByText('Membership Level has been deleted successfully')).toBeVisible()

  const requested = await ask(first, outlet)
  await ask(second, outlet)
  const approver = await staffPage('hq.approver')
  await approver.goto(`${APPROVAL}?id=${requested.LevelHistoryId}`)
  const review = approver.getByRole('region', { name: new RegExp(first.FullName, 'i') })
  await expect(review.getByRole('button', { name: 'Reject…' })).toBeVisible()
  await approver.keyboard.press('r')
  const question = approver.getByRole('dialog', {
    name: new RegExp(`Reject the level change of ${first.FullName}`, 'i'),
  })
  await question.getByLabel('Reason').fill('Not this year')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(approver.getByText('Membership Level has been rejected successfully')).toBeVisible()
  await expect(review).toContainText('Rejected')
})

/** The month of a day some days ago, as the calendar in Kuala Lumpur has it. */
const monthOf = (daysAgo: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur', year: 'numeric', month: '2-digit' }).format(
    Date.now() - daysAgo * 86_400_000,
  )

/** Ticks all rows of the page and does with them what the button says. */
async function withAll(page: Page, action: string) {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${action}: \\d+ record`) })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'done' })).toHaveText(/[1-9]\d* done/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
}

test('members whose cycle ended without enough spent are listed by month, asked about and decided many at once', {
  tag: '@all',
}, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  await hq.goto(`${APPROVAL}?show=ending&ending.Month=${monthOf(7)}`)
  await expectLoaded(hq)
  await expect(hq.getByRole('region', { name: 'Cycles ending' })).toBeVisible()
  await expectAccessible(hq)
  await withAll(hq, 'Request downgrade')

  const second = await staffPage('hq.approver')
  await second.goto(`${APPROVAL}?show=all&Status=Pending&Reason=Cycle+review`)
  await expectLoaded(second)
  await withAll(second, 'Approve')
  await expect(second.getByText('No records match the filters')).toBeVisible()
})
