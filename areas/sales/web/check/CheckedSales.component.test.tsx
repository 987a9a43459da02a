import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, chooseAction, dialog, row } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, keysTo, replyOf, requestsTo } from '#tests/components/server.ts'
import { assignSale, confirmSale, listSaleHeadChecks, type SaleHeadCheck } from '../../contract.ts'

const waiting: SaleHeadCheck = {
  ...replyOf(listSaleHeadChecks).rows[0]!,
  ...{ Status: 'Waiting', TransactionType: 'N', OutletCode: 'KLCC', TotalAmount: '1500.00', NetAmount: '1500.00' },
  ...{ MembershipNo: null, CustomerName: null, Remark: null, DecidedBy: null, DecidedAt: null },
  ...{ PerformedAt: '2026-03-01T04:00:00Z', BusinessDate: '2026-03-01' },
}
const unknownNumber: SaleHeadCheck = {
  ...waiting,
  ...{ CheckId: 3, TransactionId: 1, InvoiceNo: 'KL1-0001', Reason: 'Member', SentPerformedAt: null },
  ...{ SentMembershipNo: 'JC000000010', NumberExistsYN: 'Y' },
}
const clockAhead: SaleHeadCheck = {
  ...waiting,
  ...{ CheckId: 4, TransactionId: 2, InvoiceNo: 'KL1-0002', Reason: 'Clock', SentMembershipNo: null },
  ...{ SentPerformedAt: '2026-03-01T05:30:00Z', NumberExistsYN: 'N' },
}

beforeEach(() => answer(listSaleHeadChecks, { count: 2, rows: [unknownNumber, clockAhead] }))

const PAGE = '/points-management/sales-to-check?show=sales'

test('page of sales to check: each row states what the till sent, and only waiting sales are listed at first', async () => {
  await openPage(PAGE)
  await expect.element(row('KL1-0001')).toMatchTextContent('The till sent number JC000000010')
  await expect.element(row('KL1-0001')).toMatchTextContent('A member with this number exists now')
  await expect.element(row('KL1-0002')).toMatchTextContent('The till sent 1 Mar')
  expect(requestsTo(listSaleHeadChecks).at(-1)).toMatchObject({ Search: { Status: 'Waiting' } })
  await expectAccessible()
})

test('page of sales to check: a sale can be linked to the member with the number that the till sent', async () => {
  const card = replyOf(memberCard, { MembershipNo: 'JC000000010' })
  answer(memberCard, card)
  answer(lookupMember, replyOf(lookupMember))
  answer(assignSale, replyOf(assignSale))
  await openPage(PAGE)
  await chooseAction(/KL1-0001/, 'Link to member')
  await button('Link sale', dialog()).click()
  await expect.poll(() => requestsTo(assignSale)).toEqual([{ InvoiceNo: 'KL1-0001', MembershipNo: 'JC000000010' }])
})

test('page of sales to check: a corrected time is confirmed with a reason', async () => {
  answer(confirmSale, { ...clockAhead, Status: 'Confirmed', Remark: 'Battery replaced' })
  await openPage(PAGE)
  await chooseAction(/KL1-0002/, 'Confirm as entered')
  await dialog().getByLabelText('Reason').fill('Battery replaced')
  await button('Confirm as entered', dialog()).click()
  await expect.element(page.getByText('The sale has been confirmed')).toBeVisible()
  expect(requestsTo(confirmSale)).toEqual([{ TransactionId: 2, Reason: 'Clock', Remark: 'Battery replaced' }])
})

test('idempotency key of a form: a retry after 503 or 429 has the same key, and a request after a final refusal has a new one', async () => {
  const outcomes = [503, 429, 409].map((status) => new Refusal(status, 'kit.test', `Status ${status}`))
  answer(confirmSale, () => outcomes.shift() ?? { ...clockAhead, Status: 'Confirmed' as const })
  await openPage(PAGE)
  for (let attempt = 1; attempt <= 4; attempt++) {
    await chooseAction(/KL1-0002/, 'Confirm as entered')
    await dialog().getByLabelText('Reason').fill('Battery replaced')
    await button('Confirm as entered', dialog()).click()
    await expect.poll(() => keysTo(confirmSale)).toHaveLength(attempt)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
  }
  const [first, second, third, fourth] = keysTo(confirmSale)
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})
