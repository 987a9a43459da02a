import type { Locator, Page } from '@playwright/test'
import { type Member, post, registerMember } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { expect, test } from './staff.ts'

const levelOf = async (page: Page, LevelHistoryId: number) =>
  (await post<{ Status: string }>(page.request, '/member/level-histories/find-one', { LevelHistoryId })).Status

async function ask(page: Page, { MembershipNo }: Member) {
  const asked = { MembershipNo, Action: 'Upgrade', ToCategory: 'PLATINUM', Remark: 'Orders the wedding bands' }
  const { LevelHistoryId } = await post<{ LevelHistoryId: number }>(page.request, '/member/level-histories/add', asked)
  return LevelHistoryId
}

const reviewOf = (page: Page, { FullName }: Member) => page.getByRole('region', { name: new RegExp(FullName, 'i') })
const rowOf = (page: Page, { FullName }: Member) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(FullName, 'i') }) })

/** On by J until this person's row is the present one. */
async function goTo(page: Page, { FullName }: Member) {
  const present = page.locator('[aria-current="true"]', { has: page.locator('bdi') })
  const waiting = await page
    .getByRole('listitem')
    .filter({ has: page.locator('time') })
    .count()
  for (let place = 0; place < waiting; place++) {
    const name = (await present.textContent()) ?? ''
    if (name.toUpperCase() === FullName) return
    // A key acts a moment after it was pressed, in case that it is the first of a scan.
    await page.keyboard.press('j')
    await expect(present).not.toHaveText(name)
  }
}

/** What lies under a point of the window. */
const namesAt = (page: Page, { x, y }: { x: number; y: number }) =>
  page.evaluate(([x, y]) => document.elementFromPoint(x!, y!)?.closest('button')?.textContent ?? '', [x, y])

async function middleOf(button: Locator) {
  const box = (await button.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('approvals are worked through by the keyboard alone: next, approve with a reason, undo, reject, next', async ({
  staffPage,
}) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const [first, second] = [
    await registerMember(outlet.request, hq.request),
    await registerMember(outlet.request, hq.request),
  ]
  // The latest stands first.
  const [secondId, firstId] = [await ask(outlet, second), await ask(outlet, first)]
  const page = await staffPage('hq.approver')
  await page.goto('/settings/approvals')
  await expectLoaded(page)
  const { keyboard } = page
  await goTo(page, first)
  const review = reviewOf(page, first)
  await expect(review.getByRole('heading', { name: new RegExp(first.FullName, 'i') })).toBeVisible()
  await expect(review).toContainText('below the rule for Platinum')
  await expect(review).toContainText('Orders the wedding bands')
  await expectAccessible(page)

  // Below the rule the reason comes first.
  await keyboard.press('a')
  await expect(review.getByRole('button', { name: 'Approve Platinum' })).toBeFocused()
  await keyboard.press('Enter')
  const reason = review.getByLabel('Reason for the exception')
  await expect(reason).toBeFocused()
  expect(await levelOf(page, firstId)).toBe('Pending')
  await keyboard.type('Deposit paid')
  await keyboard.press('Enter')
  await expect(review.getByRole('button', { name: 'Approve Platinum' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByText('Membership Level has been approved successfully')).toBeVisible()
  await expect(rowOf(page, first)).toContainText(/Approved, Platinum from/)
  expect(await levelOf(page, firstId)).toBe('Approved')

  await keyboard.press('u')
  await expect(review.getByRole('button', { name: 'Approve Platinum' })).toBeVisible()
  expect(await levelOf(page, firstId)).toBe('Pending')

  await keyboard.press('r')
  const question = page.getByRole('dialog', { name: /^Reject the level change/ })
  await question.getByLabel('Reason').fill('Not this year')
  await keyboard.press('Control+Enter')
  await expect(rowOf(page, first)).toContainText('Rejected')
  await expect(review).toContainText('Rejected')
  expect(await levelOf(page, firstId)).toBe('Rejected')

  // The next one comes when it is asked for, and not before.
  await expect(reviewOf(page, second)).toHaveCount(0)
  await keyboard.press('j')
  await expect(reviewOf(page, second)).toBeVisible()
  expect(await levelOf(page, secondId)).toBe('Pending')
})

test('sales to check are worked through by the keyboard alone: on, a reason, confirm, on', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await page.goto('/points-management/sales-to-check?InvoiceNo=JB1-T904')
  await expectLoaded(page)
  const { keyboard } = page
  // The page's own region has the link as well and stands before it.
  const review = page
    .getByRole('region')
    .filter({ has: page.getByRole('link', { name: 'JB1-T904' }) })
    .last()
  await expect(review).toContainText('lines 998.00, total 898.00')
  const name = await review.getByRole('heading', { level: 2 }).innerText()
  const confirm = review.getByRole('button', { name: 'Confirm unchanged' })
  await keyboard.press('a')
  await expect(confirm).toBeFocused()
  await keyboard.press('Enter')
  await expect(review.getByLabel('Reason')).toBeFocused()
  await keyboard.type('Deposit of the year before')
  await keyboard.press('Enter')
  await expect(confirm).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(new RegExp(`${name} earns \\d+ points`))
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: /Confirmed, \+\d+/ })).toBeVisible()
  await expect(review).toContainText(/Confirmed, \+\d+/)
  await keyboard.press('j')
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toHaveCount(0)
})

test('doubtful data is worked through by the keyboard alone: to the first issue, corrected, on', {
  tag: '@all',
}, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  const { CustomerId, FullName } = await registerMember(hq.request, hq.request, { premium: false })
  const find = () =>
    post<{ Version: number; DateOfBirth: string | null }>(hq.request, '/customer/customers/find-one', { CustomerId })
  const { Version } = await find()
  await post(hq.request, '/customer/customers/update', { CustomerId, Version, DateOfBirth: null })
  await hq.goto('/member/update-member-listing?Issue=DateOfBirth')
  await expectLoaded(hq)
  const { keyboard } = hq
  // The latest stands first.
  const review = hq.getByRole('region', { name: new RegExp(FullName, 'i') })
  await expect(review).toContainText('No date of birth')
  await expectAccessible(hq)
  await keyboard.press('e')
  await expect(review.getByRole('textbox', { name: /^Date of birth of/ })).toBeFocused()
  await keyboard.type('03/02/1990')
  await keyboard.press('Enter')
  const save = review.getByRole('button', { name: /^Save: Date of birth/ })
  // The calendar may have stops of its own.
  for (let stop = 0; stop < 4 && !(await save.evaluate((button) => button === document.activeElement)); stop++)
    await keyboard.press('Tab')
  await expect(save).toBeFocused()
  await keyboard.press('Enter')
  await expect(hq.getByRole('listitem').filter({ hasText: 'Corrected: No date of birth' })).toBeVisible()
  expect((await find()).DateOfBirth).toBe('1990-02-03')
  await keyboard.press('j')
  await expect(review).toHaveCount(0)

  await hq.goto('/member/update-member-listing?Issue=Duplicate')
  await expectLoaded(hq)
  await expect(hq.getByRole('columnheader', { name: /^Same|^Similar/ })).toBeVisible()
  await expectAccessible(hq)
})

test('after a decision nothing of another person comes under the pointer, and a second press does nothing', {
  tag: '@all',
}, async ({ staffPage }) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const members = [
    await registerMember(outlet.request, hq.request),
    await registerMember(outlet.request, hq.request),
    await registerMember(outlet.request, hq.request),
  ]
  const asked: number[] = []
  for (const member of members) asked.push(await ask(outlet, member))
  const [, middle] = members
  const page = await staffPage('hq.approver')
  await page.goto(`/member/level-histories/approval?id=${asked[1]}`)
  await expectLoaded(page)
  const review = reviewOf(page, middle!)
  await review.getByLabel('Reason for the exception').fill('Deposit paid')
  const approve = review.getByRole('button', { name: 'Approve Platinum' })
  const place = await middleOf(approve)
  const row = rowOf(page, middle!)
  const before = await row.boundingBox()
  await page.mouse.click(place.x, place.y)
  await expect(row).toContainText(/Approved, Platinum from/)
  expect(await namesAt(page, place)).not.toMatch(/Approve|Reject|Undo/)
  await page.mouse.click(place.x, place.y)
  expect((await row.boundingBox())!.y).toBe(before!.y)
  await expect(review).toBeVisible()
  expect(await levelOf(page, asked[0]!)).toBe('Pending')
  expect(await levelOf(page, asked[2]!)).toBe('Pending')
  expect(await levelOf(page, asked[1]!)).toBe('Approved')
  await expect(page.getByText(/^Platinum approved for .*, from/)).toBeVisible()
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(approve).toBeVisible()
  expect(await levelOf(page, asked[1]!)).toBe('Pending')
})

test('on a phone the list comes first, then the review with a way back, and the decision stays in reach', {
  tag: '@all',
}, async ({ staffPage }) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const member = await registerMember(outlet.request, hq.request)
  await ask(outlet, member)
  const page = await staffPage('hq.approver')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings/approvals')
  await expectLoaded(page)
  await rowOf(page, member).getByRole('link').first().click()
  const review = reviewOf(page, member)
  await expect(review.getByRole('button', { name: 'Approve Platinum' })).toBeInViewport()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await review.getByRole('button', { name: 'Back' }).click()
  await expect(rowOf(page, member)).toBeVisible()
})
