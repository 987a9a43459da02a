import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Approval, approveRequest, getApproval, listApprovals, rejectRequest } from '#areas/approvals/contract.ts'
import {
  approveLevelHistory,
  getLevelHistory,
  type LevelHistory,
  listLevelHistories,
  previewLevelHistory,
  rejectLevelHistory,
  undoLevelHistory,
} from '#areas/levels/contract/level-histories.ts'
import { expectAccessible, expectNoSideScroll } from '#tests/components/accessibility.ts'
import { button, dialog, focusMain, typeText } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, replyOf, requestsTo } from '#tests/components/server.ts'

const fullNames = ['NUR AISYAH BINTI RAHMAN', 'TAN WEI LING', 'LIM CHEE KEONG']
const shortNames = ['Nur Aisyah', 'Tan Wei Ling', 'Lim Chee Keong']

let changes: LevelHistory[]

const setStatus = (id: number, Status: LevelHistory['Status']) =>
  Object.assign(changes.find(({ LevelHistoryId }) => LevelHistoryId === id)!, { Status })

/** Three pending upgrades, each with spending below the rule and effective tomorrow. */
beforeEach(() => {
  changes = fullNames.map((Name, position) =>
    replyOf(getLevelHistory, {
      ...{ LevelHistoryId: position + 1, Name, Action: 'Upgrade', Status: 'Pending', OwnYN: 'N', MayDecideYN: 'Y' },
      ...{ MembershipNo: `JC000000${position}10`, Remark: 'Orders the wedding bands', AppliedAt: null },
    }),
  )
  answer(listLevelHistories, () => {
    const rows = changes.filter(({ Status }) => Status === 'Pending')
    return { count: rows.length, rows }
  })
  answer(getLevelHistory, ({ LevelHistoryId }) => changes[LevelHistoryId - 1]!)
  const { To } = replyOf(previewLevelHistory)
  answer(previewLevelHistory, ({ LevelHistoryId }) =>
    replyOf(previewLevelHistory, {
      ...{ LevelHistoryId, To: { ...To!, Name: 'Platinum' }, ExceptionYN: 'Y', CountsFrom: '2026-03-02' },
      ...{ Spent: '2500.00', Missing: '7500.00' },
    }),
  )
  answer(approveLevelHistory, ({ LevelHistoryId }) => setStatus(LevelHistoryId, 'Approved'))
  answer(rejectLevelHistory, ({ LevelHistoryId }) => setStatus(LevelHistoryId, 'Rejected'))
  answer(undoLevelHistory, ({ LevelHistoryId }) => setStatus(LevelHistoryId, 'Pending'))
})

const LEVELS = '/member/level-histories/approval'
const review = (name: string) => page.getByRole('region', { name })
const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const approve = () => button('Approve Platinum')

test('approval queue: A and Enter approve once a reason is entered, U undoes, R rejects, J opens the next request', async () => {
  await openPage(LEVELS)
  await expect.element(review(shortNames[0]!)).toMatchTextContent('below the rule for Platinum')
  await expect.element(review(shortNames[0]!)).toMatchTextContent('Orders the wedding bands')
  await expect.element(page.getByRole('region', { name: 'Spent in this cycle' })).toMatchTextContent('2,500.00')
  await expectAccessible()
  focusMain()
  await userEvent.keyboard('a')
  await expect.element(approve()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Reason for the exception')).toHaveFocus()
  expect(requestsTo(approveLevelHistory)).toEqual([])
  await typeText('Deposit paid')
  await userEvent.keyboard('{Enter}')
  await expect.element(approve()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Membership Level has been approved successfully')).toBeVisible()
  await expect.element(entry(shortNames[0]!)).toMatchTextContent('Approved, Platinum from')
  expect(requestsTo(approveLevelHistory)).toEqual([{ LevelHistoryId: 1, DecisionRemark: 'Deposit paid' }])

  await userEvent.keyboard('u')
  await expect.element(approve()).toBeVisible()
  expect(requestsTo(undoLevelHistory)).toEqual([{ LevelHistoryId: 1 }])

  await userEvent.keyboard('r')
  const question = dialog(/^Reject the level change/)
  await question.getByLabelText('Reason').fill('Not this year')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(entry(shortNames[0]!)).toMatchTextContent('Rejected')
  await expect.element(review(shortNames[0]!)).toMatchTextContent('Rejected')
  expect(requestsTo(rejectLevelHistory)).toEqual([{ LevelHistoryId: 1, DecisionRemark: 'Not this year' }])
  await expect.element(review(shortNames[1]!)).not.toBeInTheDocument()
  await userEvent.keyboard('j')
  await expect.element(review(shortNames[1]!)).toBeVisible()
  await userEvent.keyboard('k')
  await expect.element(review(shortNames[0]!)).toBeVisible()
})

test('approval queue: row and review stay in place after a decision, so that a second click decides nothing else', async () => {
  await openPage(`${LEVELS}?id=2`)
  await page.getByLabelText('Reason for the exception').fill('Deposit paid')
  const { x, y, width, height } = (await approve().findElement()).getBoundingClientRect()
  const top = () => entry(shortNames[1]!).element().getBoundingClientRect().top
  const before = top()
  await approve().click()
  await expect.element(entry(shortNames[1]!)).toMatchTextContent('Approved, Platinum from')
  expect(top()).toBe(before)
  await expect.element(review(shortNames[1]!)).toBeVisible()
  const underPointer = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button')?.textContent ?? ''
  expect(underPointer).not.toMatch(/Approve|Reject|Undo/)
  await entry(shortNames[1]!).getByRole('button', { name: 'Undo' }).click()
  await expect.element(approve()).toBeVisible()
  expect(requestsTo(approveLevelHistory)).toHaveLength(1)
})

test('approval queue: a phone shows the list, and then the review with its decision buttons and a Back button', async () => {
  await openPage(LEVELS, { width: 390 })
  await expect.element(approve()).not.toBeInTheDocument()
  await page.getByRole('link', { name: shortNames[1]! }).click()
  await expect.element(approve()).toBeVisible()
  expect(approve().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
  await expectAccessible()
  await expectNoSideScroll()
  await button('Back').click()
  await expect.element(entry(shortNames[1]!)).toBeVisible()
  await expect.element(approve()).not.toBeInTheDocument()
})

test('approval queue: requesters cannot decide their own request but can delete it', async () => {
  changes[0]!.OwnYN = 'Y'
  await openPage(`${LEVELS}?id=1`)
  await expect.element(page.getByText('Another user must approve your own request')).toBeVisible()
  await expect.element(approve()).not.toBeInTheDocument()
  await expect.element(button('Delete request')).toBeVisible()
})

const adjustment = (ApprovalId: number, points: number): Approval => ({
  ...replyOf(listApprovals).rows[0]!,
  ...{ ApprovalId, Kind: 'Point adjustment', Status: 'Pending', OwnYN: 'N', MayDecideYN: 'Y' },
  ...{ Summary: { key: 'approvals:summary.adjustIn', params: { name: 'TAN WEI LING', points, reason: 'Goodwill' } } },
  ...{ RequestedBy: 'NUR AISYAH' },
})

test('approval queue: before a request that cannot be undone is approved, a confirmation names the change', async () => {
  const requests = [adjustment(1, 31_000), adjustment(2, 32_000)]
  answer(listApprovals, { count: 2, rows: requests })
  answer(getApproval, ({ ApprovalId }) =>
    replyOf(getApproval, { ...requests[ApprovalId - 1]!, Effects: [], Obstacle: null }),
  )
  answer(approveRequest, ({ ApprovalId }) => replyOf(approveRequest, { ApprovalId, Status: 'Approved' }))
  answer(rejectRequest, ({ ApprovalId }) => replyOf(rejectRequest, { ApprovalId, Status: 'Rejected' }))
  await openPage('/settings/approvals')
  focusMain()
  await userEvent.keyboard('a')
  await expect.element(button('Approve +31,000 points')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const question = dialog(/31,000 points/)
  await expectAccessible()
  await button('Approve +31,000 points', question).click()
  await expect.element(page.getByText('The request has been approved and carried out.')).toBeVisible()
  await expect.element(entry('Approved')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(button('Approve +32,000 points')).toBeVisible()
  await userEvent.keyboard('r')
  await dialog(/^Reject the request/)
    .getByLabelText('Reason')
    .fill('Once is enough')
  await button('Reject', dialog()).click()
  await expect.element(page.getByText('The request has been rejected.')).toBeVisible()
  expect(requestsTo(rejectRequest)).toEqual([{ ApprovalId: 2, Remark: 'Once is enough' }])
})

test('approval queue: a phone shows thirty requests, and more on demand', async () => {
  const pending = replyOf(getLevelHistory, { Action: 'Upgrade', Status: 'Pending', OwnYN: 'N', MayDecideYN: 'Y' })
  changes = Array.from({ length: 45 }, (_, index) => ({
    ...pending,
    LevelHistoryId: index + 1,
    Name: `MEMBER ${index + 1}`,
  }))
  await openPage('/member/level-histories/approval', { width: 390 })
  const entries = () => document.querySelectorAll('.carat-queue-list li')
  await expect.poll(() => entries().length).toBe(30)
  await button('Load more').click()
  await expect.poll(() => entries().length).toBe(45)
  await expect.element(button('Load more')).not.toBeInTheDocument()
})
