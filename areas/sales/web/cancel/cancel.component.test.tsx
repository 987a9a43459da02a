import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, replyOf } from '#tests/components/server.ts'
import { getSale } from '../../contract/find.ts'

const sample = replyOf(getSale)
const line = { ...sample.Details[0]!, SequenceNo: 1, Quantity: '1', CancelledQuantity: '0' }
const sale = {
  InvoiceNo: 'KL1-1870',
  TransactionType: 'N',
  CancelState: 'None',
  ApprovalStatus: null,
  Approval: null,
} as const

test('cancel dialog: the focus starts at the lines, or at the reason if all lines are already selected', async () => {
  answer(getSale, replyOf(getSale, { ...sale, Details: [line] }))
  await openPage('/transactions/N/KL1-1870')
  await button('Cancel lines').click()
  await expect.element(dialog('Cancel sale KL1-1870').getByRole('checkbox')).toHaveFocus()
  await expectAccessible()
  await button('Keep sale').click()
  await button('Cancel whole sale').click()
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
})
