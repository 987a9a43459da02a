import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { productGroupRecord } from '#areas/setup/contract/product-groups.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, chooseOption, dialog, focusMain, typeText } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import {
  type CheckedLine,
  confirmSaleLine,
  listSalesToCheck,
  mapSaleLine,
  previewSaleLine,
} from '../../contract/sales-to-check.ts'

const row = replyOf(listSalesToCheck).rows[0]!
const line = (CheckId: number, fields: Partial<CheckedLine>): CheckedLine => ({
  ...row,
  ...{ CheckId, SequenceNo: 1, Status: 'Waiting', MembershipNo: 'JC000000010', PointsEarned: 0, DecidedBy: null },
  ...fields,
})
const unknownGroup = line(1, {
  ...{ InvoiceNo: 'KL1-T900', CustomerName: 'MUTHU A/L SELVAM', Reasons: ['ProductGroup'], Description: 'Choker' },
  ...{ SentProductGroup: 'CHOKER', ProductGroup: null },
})
const wrongAmount = line(2, {
  ...{ InvoiceNo: 'PJ1-T902', CustomerName: 'CHEAH SOOK FUN', Reasons: ['Amount'] },
  ...{ NetAmount: '2400.00', ExpectedAmount: '2376.00' },
})
const lines = [unknownGroup, wrongAmount]

beforeEach(() => {
  answer(listSalesToCheck, ({ Search: { CheckId } = {} }) => {
    const rows = lines.filter((one) => !CheckId || one.CheckId === CheckId)
    return { count: rows.length, rows }
  })
  answer(previewSaleLine, { Points: 1200 })
})

const PAGE = '/points-management/sales-to-check'

test('page of lines to check: an unknown product group is mapped after a confirmation that states the points', async () => {
  answerList(productGroupRecord.list, 1, () => ({
    ProductCode: 'PEARL',
    ProductName: 'PEARLS',
    Status: 'Active' as const,
  }))
  answer(mapSaleLine, { ...unknownGroup, Status: 'Mapped', PointsEarned: 1200 })
  await openPage(PAGE)
  const review = page.getByRole('region', { name: 'Muthu a/l Selvam' })
  await expect.element(review.getByRole('row', { name: /Product group/ })).toMatchTextContent('CHOKER')
  await expect.element(button('Map', review)).toBeDisabled()
  await chooseOption(review.getByRole('combobox', { name: 'Product group that is meant' }), 'PEARLS')
  await expect.element(review.getByRole('row', { name: /Points earned/ })).toMatchTextContent('+1,200')
  await expectAccessible()
  await button('Map', review).click()
  await expect.element(dialog()).toMatchTextContent('Muthu a/l Selvam earns 1,200 points')
  await button('Map', dialog()).click()
  await expect.element(page.getByText('The line has been mapped: 1,200 points earned')).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Mapped, +1,200' })).toBeVisible()
  expect(requestsTo(mapSaleLine)).toMatchObject([{ InvoiceNo: 'KL1-T900', SequenceNo: 1, ProductGroup: 'PEARL' }])
})

test('page of lines to check: a wrong amount can be confirmed by keyboard, with a reason and a confirmation', async () => {
  answer(confirmSaleLine, { ...wrongAmount, Status: 'Confirmed', PointsEarned: 1200 })
  await openPage(`${PAGE}?id=2`)
  const review = page.getByRole('region', { name: 'Cheah Sook Fun' })
  await expect.element(review).toMatchTextContent('should be 2,376.00')
  const confirm = button('Confirm unchanged', review)
  focusMain()
  await userEvent.keyboard('a')
  await expect.element(confirm).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(review.getByLabelText('Reason')).toHaveFocus()
  await typeText('Deposit of last year')
  await userEvent.keyboard('{Enter}')
  await expect.element(confirm).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toMatchTextContent('Cheah Sook Fun earns 1,200 points')
  await expectAccessible()
  await expect.element(button('Cancel', dialog())).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByText('The line has been confirmed: 1,200 points earned')).toBeVisible()
  await expect.element(review).toMatchTextContent('Confirmed, +1,200')
  expect(requestsTo(confirmSaleLine)).toEqual([
    { InvoiceNo: 'PJ1-T902', SequenceNo: 1, Remark: 'Deposit of last year' },
  ])
})
