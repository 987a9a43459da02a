import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import {
  endWaitingRewardRetries,
  keepReward,
  listRewardReviews,
  listWaitingRewards,
  retryWaitingReward,
} from '../../contract/reviews.ts'

const REVIEWS = '/rewards/reward-reviews'

test('reward reviews page: keeping a reward whose sale was cancelled requires a reason', async () => {
  answerList(listRewardReviews, 1, () => ({
    ...{ ReviewId: 1, Cause: 'Sale cancelled' as const, Status: 'Open' as const, InvoiceNo: 'KL1-T970', Version: 2 },
    FullName: 'TAN WEI LING',
  }))
  answer(keepReward, replyOf(keepReward, { Status: 'Kept' }))
  await openPage(REVIEWS)
  await expect.element(page.getByText('Invoice KL1-T970 cancelled after the reward was handed over')).toBeVisible()
  await button('Let the member keep it').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(requestsTo(keepReward)).toEqual([])
  await page.getByLabelText('Reason').fill('Bought another bracelet')
  await button('Let the member keep it').click()
  await expect.element(page.getByText('The member keeps the reward').first()).toBeVisible()
  expect(requestsTo(keepReward)).toEqual([{ ReviewId: 1, Version: 2, Reason: 'Bought another bracelet' }])
})

test('reward reviews page: a failed retry shows the reason, and giving up a waiting reward requires a reason', async () => {
  const Obstacle = replyOf(listWaitingRewards).rows[0]!.Obstacle
  answerList(listWaitingRewards, 1, () => ({ WaitingId: 1, FullName: 'TAN WEI LING', Obstacle }))
  answer(retryWaitingReward, { GivenYN: 'N', ReferenceCode: null, Obstacle })
  await openPage(`${REVIEWS}?show=waiting`)
  await button('Try now').click()
  await expect.element(page.getByText(/^Still not possible: /)).toBeVisible()
  await button('Give up').click()
  await expectAccessible()
  await dialog().getByLabelText('Reason').fill('The box is discontinued')
  await button('Give up', dialog()).click()
  await expect.element(page.getByText('No longer tried').first()).toBeVisible()
  await expectAccessible()
  expect(requestsTo(endWaitingRewardRetries)).toEqual([{ WaitingId: 1, Reason: 'The box is discontinued' }])
})

test('reward reviews page: outlet staff see that only head office can open the page', async () => {
  await openPage(REVIEWS, { as: 'outlet' })
  await expect.element(page.getByText(/head office/i).first()).toBeVisible()
  expect(requestsTo(listRewardReviews)).toEqual([])
})
