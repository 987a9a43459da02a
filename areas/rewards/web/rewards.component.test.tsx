import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getBuildings } from '#areas/staff/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, chooseOption, dialog, row } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { addInventory, listInventories, receiveStock } from '../contract/inventory.ts'
import { addRewardObject } from '../contract/reward-objects.ts'
import { addReward, getReward, updateReward } from '../contract/rewards.ts'

const draft = replyOf(getReward, { RewardId: 1, Code: 'BOX', Name: 'Velvet ring box', Status: 'Draft' })

test('reward form: after a failure, saving again repeats only the steps that failed', async () => {
  const outlet = { ...replyOf(getBuildings).rows[0]!, Code: 'KL1', Name: 'Bukit Bintang' }
  answer(getBuildings, { count: 1, rows: [outlet] })
  answer(addReward, draft)
  answer(getReward, draft)
  answer(addInventory, ({ OutletCode }) =>
    OutletCode ? replyOf(addInventory) : new Refusal(409, 'rewards.not_now', 'Not now'),
  )
  await openPage('/rewards/rewards/add')
  await page.getByLabelText('Code', { exact: true }).fill('BOX')
  await page.getByLabelText('Name', { exact: true }).fill('Velvet ring box')
  await page.getByLabelText('Points', { exact: true }).fill('5')
  await chooseOption(page.getByLabelText('Outlets', { exact: true }), 'Bukit Bintang')
  await button('Add a place').click()
  await page.getByLabelText('On hand').fill('7')
  await button('Add a place').click()
  await chooseOption(page.getByLabelText('Place', { exact: true }).nth(1), 'Bukit Bintang')
  await page.getByLabelText('On hand').nth(1).fill('3')
  await page.getByRole('switch', { name: 'Activate after saving' }).click()
  await expectAccessible()
  await button('Save').click()
  const failure = page.getByRole('alert').filter({ hasText: 'Create Reward Failed' })
  await expect.element(failure).toMatchTextContent('1 step failed')
  const step = (name: string) => failure.getByRole('listitem').filter({ hasText: name })
  await expect.element(step('Stock at Head office pool')).toMatchTextContent('Failed')
  await expect.element(step('Stock at KL1')).toMatchTextContent('Done')
  await expect.element(step('Activate the reward')).toMatchTextContent('Waiting')
  expect(requestsTo(updateReward)).toEqual([])
  await expectAccessible()

  answer(addInventory, replyOf(addInventory))
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Create Reward Success')).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
  expect(requestsTo(addRewardObject)).toHaveLength(1)
  expect(requestsTo(addInventory).map(({ OutletCode, QtyOnHand }) => [OutletCode ?? 'pool', QtyOnHand])).toEqual([
    ['pool', 7],
    ['KL1', 3],
    ['pool', 7],
  ])
  expect(requestsTo(updateReward)).toMatchObject([{ RewardId: 1, Status: 'Active' }])
})

test('reward stock page: recording a receipt sends quantity and reason', async () => {
  answer(getReward, { ...draft, Status: 'Active' })
  answerList(listInventories, 1, () => ({ InventoryId: 3, OutletName: 'Bukit Bintang', OutletCode: 'KL1' }))
  await openPage('/rewards/rewards/1?tab=stock')
  await expectAccessible()
  await row('Bukit Bintang').getByRole('button', { name: 'Receive' }).first().click()
  await dialog('Receive').getByLabelText('Quantity').fill('9')
  await dialog('Receive').getByLabelText('Reason').fill('Delivery of Monday')
  await button('Receive', dialog('Receive')).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requestsTo(receiveStock)).toMatchObject([{ InventoryId: 3, Quantity: 9, Reason: 'Delivery of Monday' }])
})
