import type { Page } from '@playwright/test'
import { post, registerMember, sell, uniqueDigits } from './api.ts'
import { expectAccessible, openPage } from './expectations.ts'
import { expect, test } from './staff.ts'

const LISTING = '/member/referrer-listing'

const friendCard = (page: Page) => page.getByRole('region', { name: 'Friend-get-friend' })

/** A friend of the member, registered by an API call. */
async function friendOf(page: Page, RecommendMembershipNo: string) {
  const number = uniqueDigits()
  const FullName = `TEOH SHU MEI ${number}`
  const { CustomerId, Memberships } = await post<{ CustomerId: number; Memberships: { MembershipNo: string }[] }>(
    page.request,
    '/customer/customers/add',
    {
      FullName,
      IdNotGivenYN: 'Y',
      ContactNo: `014${number.slice(-7)}`,
      Language: 'English',
      Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
      RecommendMembershipNo,
    },
  )
  return { CustomerId, FullName, MembershipNo: Memberships[0]!.MembershipNo }
}

test('referrals: a friend names the referrer and buys, and the referrer’s statement shows the award', async ({
  staffPage,
}) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const referrer = await registerMember(outlet.request, hq.request)
  const unrelatedMember = await registerMember(outlet.request, hq.request)
  await sell(outlet.request, referrer.MembershipNo)

  const number = uniqueDigits()
  const name = `TEOH SHU MEI ${number}`
  await openPage(outlet, '/registration/customers/add')
  await outlet.getByRole('textbox', { name: 'Full name' }).fill(name)
  await outlet.getByRole('switch', { name: 'Identity document not shown' }).click()
  await outlet.getByRole('textbox', { name: 'Phone' }).fill(`014${number.slice(-7)}`)
  await outlet.getByRole('button', { name: 'More details and address' }).click()
  const recommended = outlet.getByRole('combobox', { name: /Recommended by|Referrer|Recommend/ })
  await recommended.fill('NOSUCHMEMBER')
  await outlet.keyboard.press('Tab')
  await expect(outlet.getByText('Verify Referrer Membership No failed: Recommend Friend Not Found')).toBeVisible()
  await outlet.getByRole('button', { name: 'Change', exact: true }).click()
  await recommended.fill(unrelatedMember.MembershipNo)
  await expect(outlet.getByText('Verify Referrer Membership No failed: Referrer has no purchase')).toBeVisible()
  await outlet.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(recommended).toBeFocused()
  await recommended.fill(referrer.MembershipNo)
  await expect(outlet.getByText('Referred by S***')).toBeVisible()
  await outlet.getByRole('checkbox').first().check()
  await outlet.keyboard.press('Control+Enter')

  await expect(outlet).toHaveURL(/\/customers\/\d+/)
  const CustomerId = Number(new URL(outlet.url()).pathname.split('/').at(-1))
  await expect(friendCard(outlet)).toContainText(referrer.MembershipNo)
  await expect(friendCard(outlet)).toContainText('Pending')

  const { Memberships } = await post<{ Memberships: { MembershipNo: string }[] }>(
    outlet.request,
    '/customer/customers/find-one',
    { CustomerId },
  )
  const InvoiceNo = await sell(outlet.request, Memberships[0]!.MembershipNo)
  await outlet.reload()
  await expect(friendCard(outlet)).toContainText('Qualified')

  await openPage(hq, `${LISTING}?show=decide`)
  await hq
    .getByRole('link', { name: new RegExp(name, 'i') })
    .first()
    .click()
  await expectAccessible(hq)
  await hq.keyboard.press('a')
  await hq.keyboard.press('Enter')
  const question = hq.getByRole('dialog', { name: /500 points/ })
  await expectAccessible(hq)
  await question.getByRole('button', { name: 'Approve 500 points' }).click()
  await expect(hq.getByText('The referral has been approved: 500 points awarded.')).toBeVisible()

  await openPage(hq, `${LISTING}?MembershipNo=${referrer.MembershipNo}`)
  await expect(hq.getByRole('row').filter({ hasText: referrer.FullName })).toContainText('500')
  await openPage(hq, `/points/statement?MembershipNo=${referrer.MembershipNo}`)
  await expect(hq.getByRole('row').filter({ hasText: 'Referral' })).toContainText('+500')

  // Returning the piece reverses the award.
  await post(hq.request, '/customer/memberships/transaction-summaries/add', {
    TransactionType: 'C',
    OriginalInvoiceNo: InvoiceNo,
  })
  await openPage(hq, `/customers/${referrer.CustomerId}`)
  await expect(friendCard(hq)).toContainText(name)
  await expect(friendCard(hq)).toContainText('Voided')
  await openPage(hq, `/points/statement?MembershipNo=${referrer.MembershipNo}`)
  await expect(hq.getByRole('row').filter({ hasText: 'Reversed' })).toContainText('−500')
})

test('referrals: the customer’s page shows the referrer, and head office rejects several referrals with one reason', {
  tag: '@all',
}, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  const outlet = await staffPage('outlet')
  const referrer = await registerMember(outlet.request, hq.request)
  await sell(outlet.request, referrer.MembershipNo)
  const newcomer = await registerMember(outlet.request, hq.request, { premium: false })
  const friend = await friendOf(outlet, referrer.MembershipNo)
  const done = await friendOf(outlet, referrer.MembershipNo)
  await sell(outlet.request, done.MembershipNo)
  const { rows } = await post<{ rows: { ReferralId: number }[] }>(hq.request, '/customer/referrals/find-all', {
    Search: { MembershipNo: done.MembershipNo },
  })
  await post(hq.request, '/customer/referrals/approve', { ReferralId: rows[0]!.ReferralId })

  await openPage(outlet, `/customers/${newcomer.CustomerId}`)
  await friendCard(outlet).getByRole('button', { name: 'Add referrer' }).click()
  const dialog = outlet.getByRole('dialog', { name: 'Add referrer' })
  await dialog.getByRole('combobox').fill(referrer.MembershipNo)
  await expect(dialog.getByText('Referred by S***')).toBeVisible()
  await expectAccessible(outlet)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(outlet.getByText('The referrer has been recorded.')).toBeVisible()
  await expect(friendCard(outlet)).toContainText(referrer.MembershipNo)

  await openPage(hq, `${LISTING}?show=all&ReferrerMembershipNo=${referrer.MembershipNo}`)
  await hq.getByRole('checkbox', { name: `Select ${friend.FullName}` }).check()
  await hq.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await hq.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Reject' }).click()
  const bulk = hq.getByRole('dialog', { name: 'Reject: 3 records' })
  await bulk.getByLabel('Reason').fill('Named at a party')
  await expectAccessible(hq)
  await bulk.getByRole('button', { name: 'Reject' }).click()
  await expect(bulk.getByRole('status').filter({ hasText: 'done' })).toHaveText('2 done · 1 refused')
  await expectAccessible(hq)
  await bulk.getByRole('button', { name: 'Close' }).last().click()

  await openPage(outlet, `/customers/${friend.CustomerId}`)
  await expect(friendCard(outlet)).toContainText('Rejected')
  await expect(friendCard(outlet)).toContainText('Named at a party')
})
