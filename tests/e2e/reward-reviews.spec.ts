import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

const REVIEWS = '/rewards/reward-reviews'

test('head office keeps a reward whose sale was cancelled, and sees what was decided', async ({ staffPage }) => {
  const hq = await staffPage('hq')
  await hq.goto(REVIEWS)
  await expectLoaded(hq)
  await expect(hq.getByText('Invoice KL1-T970 cancelled after the reward was handed over')).toBeVisible()

  // Nothing is decided without a reason.
  await hq.getByRole('button', { name: 'Let the member keep it' }).click()
  await expect(hq.getByRole('alert')).toBeVisible()
  await hq.getByLabel('Reason').fill('Bought another bracelet the same day')
  await hq.getByRole('button', { name: 'Let the member keep it' }).click()
  await expect(hq.getByText('The member keeps the reward').first()).toBeVisible()

  await hq.goto(`${REVIEWS}?show=all`)
  await expect(hq.getByRole('row', { name: /KL1-T970/ })).toContainText('Bought another bracelet the same day')
  await expectAccessible(hq)
})

test('a reward that could not be given says why, stays after another attempt, and is given up with a reason', {
  tag: '@all',
}, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  await hq.goto(`${REVIEWS}?show=waiting`)
  await expectLoaded(hq)
  await expect(hq.getByText('No stock of WELCOME-BOX at KL1')).toBeVisible()
  await hq.getByRole('button', { name: 'Try now' }).click()
  await expect(hq.getByText('Still not possible: No stock of WELCOME-BOX at KL1')).toBeVisible()
  await hq.getByRole('button', { name: 'Give up' }).click()
  const question = hq.getByRole('dialog')
  await expectAccessible(hq)
  await question.getByLabel('Reason').fill('The box is not made any more')
  await question.getByRole('button', { name: 'Give up' }).click()
  await expect(hq.getByText('No longer tried').first()).toBeVisible()
  await expectAccessible(hq)
})

test('an outlet is told that reward reviews are for head office', { tag: '@all' }, async ({ staffPage }) => {
  const outlet = await staffPage('outlet')
  await outlet.goto(REVIEWS)
  await expectLoaded(outlet)
  await expect(outlet.getByText('Top spender voucher')).toHaveCount(0)
})
