import type { APIRequestContext, Page } from '@playwright/test'
import { type Member, post, registerMember, sell, uniqueDigits } from './api.ts'
import { openPage } from './expectations.ts'
import { startInputMeter, takeInputCounts } from './input-meter.ts'
import { scan } from './scanner.ts'
import { expect, test } from './staff.ts'

// Counts clicks and keys for rewards at the counter; two counters cannot hand over the same reward.

type Reward = { RewardId: number; Code: string; Name: string }

const reward = (hq: APIRequestContext, values: Record<string, unknown>) =>
  post<Reward>(hq, '/reward/rewards/add', {
    Code: `E2E${uniqueDigits()}`,
    Name: `Charm ${uniqueDigits()}`,
    Type: 'Premium Gift',
    Status: 'Active',
    PointDeduct: 5,
    ValidityDays: 30,
    ...values,
  })

/** A member with points to spend, and two members of staff. */
async function counter(outlet: Page, hq: Page): Promise<Member> {
  const member = await registerMember(outlet.request, hq.request)
  await sell(outlet.request, member.MembershipNo)
  return member
}

/** A scan before the page is ready would be lost. */
async function scanBoth(page: Page, path: string, code: string, { MembershipNo }: Member): Promise<void> {
  // Reloads the page, because the message about the previous reward covers the button.
  await page.goto(`/rewards/${path}`)
  await expect(page.locator('#reward-code')).toBeFocused()
  await scan(page, code)
  await expect(page.locator('#reward-member')).toBeFocused()
  await scan(page, MembershipNo)
}

const nextCustomer = (page: Page) => page.getByRole('button', { name: 'Next customer' })

test('rewards: a redemption takes three clicks, a collection two scans and a click, a cancellation three clicks and a reason', async ({
  staffPage,
}) => {
  const page = await staffPage('outlet.manager')
  const hq = await staffPage('hq')
  const gift = await reward(hq.request, {})
  const member = await counter(page, hq)
  await openPage(page, '/rewards/redeem-rewards')
  await page.getByRole('combobox').fill('NOSUCHMEMBER')
  await expect(page.getByRole('status').filter({ hasText: 'Customer Membership Not Found.' })).toBeVisible()
  await startInputMeter(page)

  await openPage(page, `/counter?member=${member.MembershipNo}`)
  await page.getByRole('link', { name: 'All rewards' }).click()
  await page.getByRole('checkbox', { name: new RegExp(gift.Code) }).click()
  await page.getByRole('button', { name: 'Redeem 5 points' }).click()
  await expect(nextCustomer(page)).toBeFocused()
  expect((await takeInputCounts(page)).clicks).toBeLessThanOrEqual(3)
  const code = (await page.getByText(/^RW\d{11}$/).textContent())!

  await scanBoth(page, 'collect-rewards', code, member)
  const hand = page.getByRole('button', { name: /^Hand over to/ })
  await expect(hand).toBeFocused()
  await takeInputCounts(page)
  await hand.click()
  await expect(nextCustomer(page)).toBeFocused()
  expect((await takeInputCounts(page)).clicks).toBe(1)

  for (const [path, button, back] of [
    ['cancel-collect-rewards', 'Cancel the collection', true],
    ['cancel-redeem-rewards', 'Cancel the redemption', false],
  ] as const) {
    await scanBoth(page, path, code, member)
    await expect(page.getByLabel('Reason')).toBeFocused()
    await takeInputCounts(page)
    await page.keyboard.type('Wrong size')
    if (back) await page.getByRole('checkbox', { name: 'The item is back at this outlet' }).click()
    await page.getByRole('button', { name: button }).click()
    await expect(nextCustomer(page)).toBeFocused()
    expect((await takeInputCounts(page)).clicks).toBeLessThanOrEqual(3)
  }
  await expect(page.getByText('Cancel Reward Success').last()).toBeVisible()
})

test('rewards: a claim takes two scans and a click, and another counter sees why a second claim is refused', async ({
  staffPage,
}) => {
  const [one, two] = [await staffPage('outlet'), await staffPage('outlet.manager')]
  const hq = await staffPage('hq')
  const free = await reward(hq.request, { Type: 'Free Gift', PointDeduct: 0 })
  const member = await counter(one, hq)
  const { rows } = await post<{ rows: { ReferenceCode: string }[] }>(hq.request, '/reward/customer-rewards/issue', {
    RewardId: free.RewardId,
    MembershipNos: [member.MembershipNo],
  })
  const code = rows[0]!.ReferenceCode

  await startInputMeter(one)
  for (const page of [one, two]) {
    await scanBoth(page, 'claim-rewards', code, member)
    await expect(page.getByRole('button', { name: /^Claim for/ })).toBeFocused()
  }
  await takeInputCounts(one)
  await one.getByRole('button', { name: /^Claim for/ }).click()
  await expect(nextCustomer(one)).toBeFocused()
  expect((await takeInputCounts(one)).clicks).toBe(1)
  await two.getByRole('button', { name: /^Claim for/ }).click()
  await expect(two.getByText('claim is not allowed if the record Status is not Active')).toBeVisible()
})
