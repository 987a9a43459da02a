import type { Locator, Page } from '@playwright/test'
import { type Member, post, registerMember } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { expect, test } from './staff.ts'

const QUEUES = ['/settings/approvals', '/member/level-histories/approval'] as const

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

for (const path of QUEUES)
  test(`${path} is worked through by the keyboard alone: on, approve with a reason, undo, reject, on`, async ({
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
    await page.goto(path)
    await expectLoaded(page)
    const { keyboard } = page
    await goTo(page, first)
    const review = reviewOf(page, first)
    await expect(review.getByRole('heading', { name: new RegExp(first.FullName, 'i') })).toBeVisible()
    await expect(review).toContainText('below the rule for Platinum')
    await expect(review).toContainText('Orders the wedding bands')
    await expectAccessible(page)
    await expectNoSideScroll(page)

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

test('after a decision nothing of another person comes under the pointer, and a second press does nothing', async ({
  staffPage,
}) => {
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

test('on a phone the list comes first, then the review with a way back, and the decision stays in reach', async ({
  staffPage,
}) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const member = await registerMember(outlet.request, hq.request)
  await ask(outlet, member)
  const page = await staffPage('hq.approver')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings/approvals')
  await expectLoaded(page)
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await rowOf(page, member).getByRole('link').first().click()
  const review = reviewOf(page, member)
  await expect(review.getByRole('button', { name: 'Approve Platinum' })).toBeInViewport()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await review.getByRole('button', { name: 'Back' }).click()
  await expect(rowOf(page, member)).toBeVisible()
})
