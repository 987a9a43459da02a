import type { Page } from '@playwright/test'
import { givePointsEndingSoon, post, registerMember, uniqueDigits } from './api.ts'
import { expectAccessible, expectLoaded, openPage } from './expectations.ts'
import { expect, test } from './staff.ts'

/** A new member with points that end with this month or the next. */
async function endingMember(hq: Page, outlet: Page) {
  const newMember = await registerMember(outlet.request, hq.request)
  const {
    Year,
    Month,
    TotalPointToExpire: points,
  } = await givePointsEndingSoon(hq.request, newMember.MembershipNo, 1000)
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date(Year, Month - 1, 1))
  return { ...newMember, month, points }
}

test('expiry rewards: head office issues rewards for a month, an outlet claims one, and the statement shows the claim', async ({
  staffPage,
}) => {
  test.slow()
  const [hq, outlet, manager] = [await staffPage('hq'), await staffPage('outlet'), await staffPage('outlet.manager')]
  const gift = `E2E${uniqueDigits()}`
  await post(hq.request, '/reward/rewards/add', {
    Code: gift,
    Name: `Silver spoon ${gift}`,
    Type: 'Point Expiry',
    PointDeduct: 300,
    DeductPointInClaimYN: 'Y',
    ValidityDays: 60,
    Status: 'Active',
  })
  const one = await endingMember(hq, outlet)
  const other = await endingMember(hq, outlet)

  // The month's list contains exactly these two members.
  await openPage(hq, '/points-management/points-expiry')
  await hq.getByRole('button', { name: `Actions for ${one.month}` }).click()
  await hq.getByRole('menuitem', { name: 'Offer rewards' }).click()
  await expect(hq).toHaveURL(/point-expiry-rewards\?DateFrom=/)
  await expectLoaded(hq)
  const address = hq.url()
  // Staff give the first member another reward than the suggested one.
  await openPage(hq, `${address}&MembershipNo=${one.MembershipNo}`)
  await hq.getByRole('button', { name: new RegExp(`Actions for ${one.FullName}`, 'i') }).click()
  await hq.getByRole('menuitem', { name: 'Choose another reward' }).click()
  const terms = hq.getByRole('dialog')
  await terms.getByRole('combobox', { name: 'Reward' }).fill(gift)
  await hq.getByTitle(gift).click()
  await expectAccessible(hq)
  await terms.getByRole('button', { name: 'Create reward' }).click()
  await expect(hq.getByRole('row', { name: one.FullName })).toContainText('Offered')

  await openPage(hq, `${address}&MembershipNo=${other.MembershipNo}`)
  await hq.getByRole('row', { name: other.FullName }).getByRole('checkbox').check()
  await hq.getByRole('button', { name: 'Create reward' }).click()
  const dialog = hq.getByRole('dialog')
  await expect(dialog).toContainText(other.FullName, { ignoreCase: true })
  await expectAccessible(hq)
  await dialog.getByRole('button', { name: 'Create reward' }).click()
  await expect(dialog.getByRole('status')).toContainText('1')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(hq.getByRole('row', { name: other.FullName })).toContainText('Offered')

  // The counter and the customer's page list the reward, and it is claimed from the customer's page.
  const rewards = outlet.getByRole('region', { name: 'Rewards of the member' })
  await openPage(outlet, `/counter?member=${one.MembershipNo}`)
  await expect(rewards).toContainText('for 300 points')
  await openPage(outlet, `/customers/${one.CustomerId}`)
  await expect(rewards).toContainText('for 300 points')
  await rewards.getByRole('link', { name: 'Claim' }).click()
  await expect(outlet.getByText(/300/).first()).toBeVisible()
  await outlet.getByRole('button', { name: /^Claim for/ }).click()
  await expect(outlet.getByText('Update Customer Reward Success').first()).toBeVisible()
  await openPage(outlet, `/points/statement?MembershipNo=${one.MembershipNo}`)
  const row = outlet.getByRole('row', { name: /RW\d{11}/ })
  await expect(row).toContainText('−300')
  await expect(row).toContainText((one.points - 300).toLocaleString('en'))
  const code = /RW\d{11}/.exec(await row.innerText())![0]

  // The month's list shows the outcome for both members.
  await openPage(hq, `${address}&MembershipNo=${one.MembershipNo}`)
  await expect(hq.getByRole('row', { name: new RegExp(one.FullName, 'i') })).toContainText('Claimed')

  // The manager cancels the claim.
  await openPage(manager, `/rewards/cancel-claim-rewards?code=${code}&member=${one.MembershipNo}`)
  await manager.getByLabel('Reason').fill('The voucher came back')
  await manager.getByRole('button', { name: 'Cancel the claim' }).click()
  await expect(manager.getByText('Cancel Reward Success').last()).toBeVisible()
  await openPage(manager, `/customers/${one.CustomerId}`)
  await expect(manager.getByRole('region', { name: 'Rewards of the member' })).toContainText(code)
})

test('expiry call list: an outlet calls a member before points expire, and records the outcome', {
  tag: '@all',
}, async ({ staffPage }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { MembershipNo, FullName } = await endingMember(hq, outlet)
  await openPage(outlet, '/points-management/expiry-rescue')
  await openPage(outlet, `/points-management/expiry-rescue?MembershipNo=${MembershipNo}`)
  const row = outlet.getByRole('row', { name: FullName })
  await outlet.getByRole('button', { name: `Actions for ${FullName}` }).click()
  await outlet.getByRole('menuitem', { name: 'Mark as contacted' }).click()
  const dialog = outlet.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Outcome' }).click()
  await outlet.getByRole('option', { name: 'Will come' }).or(outlet.getByTitle('Will come')).last().click()
  await dialog.getByLabel('Note').fill('Comes on Saturday')
  await expectAccessible(outlet)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Will come')
})

test('nightly batch: head office sees the runs and starts another run', { tag: '@all' }, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  await openPage(hq, '/points-management/nightly-jobs')
  await hq.getByRole('button', { name: 'Run now' }).click()
  await hq.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  const latest = hq.getByRole('row').nth(1)
  await expect(latest).toContainText('Done')
  await latest.getByRole('button', { name: /Preview/ }).click()
  await expect(hq.getByRole('region', { name: 'Steps of the nightly jobs' })).toContainText('Expire points')
  await expectAccessible(hq)
})
