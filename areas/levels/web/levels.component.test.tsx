import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import {
  addLevelHistory,
  approveLevelHistory,
  deleteLevelHistory,
  listLevelHistories,
} from '../contract/level-histories.ts'
import { getLevelStatus, listDowngrades } from '../contract/status.ts'

const APPROVAL = '/member/level-histories/approval'

test('member’s levels page: an upgrade can be requested once', async () => {
  const status = replyOf(getLevelStatus, { MembershipNo: 'JC000000010', Status: 'Active', PendingId: null })
  answer(getLevelStatus, status)
  await openPage('/memberships/JC000000010')
  await button('Request upgrade').click()
  const form = dialog('Request upgrade')
  await form.getByLabelText('Remark').fill('Orders the wedding bands')
  await expectAccessible()
  answer(getLevelStatus, { ...status, PendingId: 1 })
  await button('Request upgrade', form).click()
  await expect.element(page.getByText('Membership Level has been saved successfully')).toBeVisible()
  await expect.element(page.getByText('A level change of this member is pending approval').first()).toBeVisible()
  await expect.element(button('Request upgrade')).not.toBeInTheDocument()
  expect(requestsTo(addLevelHistory)).toMatchObject([
    { MembershipNo: 'JC000000010', Action: 'Upgrade', Remark: 'Orders the wedding bands' },
  ])
})

test('level changes page: a user can delete their own request after a confirmation', async () => {
  answerList(listLevelHistories, 1, () => ({ LevelHistoryId: 1, Status: 'Pending' as const, OwnYN: 'Y' as const }))
  await openPage(`${APPROVAL}?id=1`)
  await button('Delete request').click()
  await button('Confirm', dialog(/^Delete the level change/)).click()
  await expect.element(page.getByText('Membership Level has been deleted successfully')).toBeVisible()
  expect(requestsTo(deleteLevelHistory)).toMatchObject([{ LevelHistoryId: 1 }])
})

/** Ticks all rows of the page and runs the action. */
async function actOnAll(action: string) {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().click()
  await button(action, page.getByRole('region', { name: 'Selection' })).click()
  const question = dialog(new RegExp(`^${action}: 2 records`))
  await expectAccessible()
  await button(action, question).click()
  await expect.element(question.getByRole('status').filter({ hasText: 'done' })).toMatchTextContent('2 done')
}

test('downgrade list page: downgrades can be requested for several members at once', async () => {
  answerList(listDowngrades, 2, () => ({ EndedYN: 'Y' as const, PendingYN: 'N' as const, ToCategory: 'SILVER' }))
  await openPage(`${APPROVAL}?show=ending&ending.Month=2026-03`)
  await expect.element(page.getByRole('region', { name: 'Cycles ending' })).toBeVisible()
  expect(requestsTo(listDowngrades).at(-1)).toMatchObject({ Search: { Month: '2026-03' } })
  await actOnAll('Request downgrade')
  expect(requestsTo(addLevelHistory)).toMatchObject([1, 2].map(() => ({ Action: 'Downgrade', Reason: 'Cycle review' })))
})

test('level changes page: several pending requests can be approved at once', async () => {
  answerList(listLevelHistories, 2, (position) => ({
    ...{ LevelHistoryId: position + 1, Status: 'Pending' as const, OwnYN: 'N' as const, MayDecideYN: 'Y' as const },
    ...{ ExceptionYN: 'N' as const, Action: 'Downgrade' as const },
  }))
  await openPage(`${APPROVAL}?show=all&Status=Pending`)
  await actOnAll('Approve')
  expect(requestsTo(approveLevelHistory).map(({ LevelHistoryId }) => LevelHistoryId)).toEqual([1, 2])
})
