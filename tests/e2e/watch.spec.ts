import { post, registerMember } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

const WATCH = '/settings/loyalty-watch'

test('head office looks into an adviser’s own number, follows the evidence and decides with a reason', async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  await hq.goto(WATCH)
  await expectLoaded(hq)
  await hq.getByRole('link', { name: 'Farah Azman' }).click()
  const review = hq.getByRole('region', { name: 'Farah binti Azman' })
  await expect(review).toContainText('3 credits to the own number or household')
  await expect(review.getByRole('link', { name: /^Sale PJ1-T95\d$/ })).toHaveCount(3)
  await expectAccessible(hq)

  await review.getByRole('link', { name: 'Sale PJ1-T952' }).click()
  await expect(hq).toHaveURL(/\/transactions\/N\/PJ1-T952$/)
  await expectLoaded(hq)
  await hq.goBack()
  await expect(review).toBeVisible()

  // By the keyboard: H asks why, and nothing is decided without a reason.
  await review.getByRole('heading', { name: 'Evidence' }).click()
  await hq.keyboard.press('h')
  const question = hq.getByRole('dialog')
  await expect(question).toContainText('Is this finding about Farah binti Azman harmless?')
  await expect(question.getByRole('button', { name: 'Harmless' })).toBeDisabled()
  await expectAccessible(hq)
  await question.getByLabel('Reason').fill('Bought for the family, receipts seen')
  await question.getByRole('button', { name: 'Harmless' }).click()
  await expect(hq.getByText('Marked as harmless')).toBeVisible()

  await hq.goto(`${WATCH}?show=all`)
  await expect(hq.getByRole('row', { name: /Farah/ })).toContainText('Harmless')
  await expectAccessible(hq)

  // What was decided harmless is not found again, and a second look is possible.
  await hq.getByRole('button', { name: 'Check now' }).click()
  await expect(hq.getByText(/findings? (is|are) new or (has|have) changed/)).toBeVisible()
  await expect(hq.getByRole('row', { name: /Farah/ })).toHaveCount(1)
  await hq.getByRole('row', { name: /Farah/ }).getByRole('link').first().click()
  await expect(review).toContainText('Bought for the family, receipts seen')
  await expect(review.getByRole('button', { name: 'Confirm…' })).toBeVisible()
})

test('ten adjustments by one person are found at once, and not shown to that person', { tag: '@all' }, async ({
  staffPage,
}) => {
  const [hq, approver] = [await staffPage('hq'), await staffPage('hq.approver')]
  const { MembershipNo } = await registerMember(hq.request, hq.request)
  for (let one = 0; one < 10; one++)
    await post(approver.request, '/point/adjustments/add', {
      MembershipNo,
      TransactionType: 'Adjust In',
      PointAmount: 10 + one,
      ReasonCode: 'Goodwill',
      Remark: 'For the wait',
    })
  await hq.goto(WATCH)
  await hq.getByRole('button', { name: 'Check now' }).click()
  await expect(hq.getByText(/findings? (is|are) new or (has|have) changed/)).toBeVisible()
  await hq.getByRole('link', { name: 'Lim Wei Shan' }).click()
  const review = hq.getByRole('region', { name: 'Lim Wei Shan' })
  await expect(review).toContainText(/\d\d point adjustments/)
  await expect(review.getByRole('link', { name: 'Point adjustment' }).first()).toHaveAttribute(
    'href',
    new RegExp(`MembershipNo=${MembershipNo}`),
  )

  await approver.goto(WATCH)
  await expectLoaded(approver)
  await expect(approver.getByRole('link', { name: 'Lim Wei Shan' })).toHaveCount(0)

  await review.getByRole('button', { name: 'Watch further…' }).click()
  const question = hq.getByRole('dialog')
  await question.getByLabel('Reason').fill('Ask at the end of the month')
  await question.getByRole('button', { name: 'Watch further' }).click()
  await expect(hq.getByText('Watched further')).toBeVisible()
  await hq.goto(`${WATCH}?show=watching`)
  await expect(hq.getByRole('link', { name: 'Lim Wei Shan' }).first()).toBeVisible()
})
