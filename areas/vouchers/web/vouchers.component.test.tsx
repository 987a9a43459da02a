import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, chooseAction, dialog, row } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import {
  erpStatus,
  exchangeErpMessagesNow,
  getErpSimulatorState,
  listTillUses,
  reviewTillUse,
  useVoucherAtTill,
} from '../contract/erp.ts'
import { deleteVoucher, listVouchers } from '../contract.ts'

test('vouchers page: a number in the search is converted to capitals, and a deletion asks for confirmation', async () => {
  const fields = {
    VoucherNo: 'LIST1',
    Status: 'A' as const,
    IsAssignedYN: 'N' as const,
    AssignedTo: null,
    UsedAt: null,
  }
  answerList(listVouchers, 1, () => fields)
  answer(deleteVoucher, () => {
    answerList(listVouchers, 1, () => ({ ...fields, Status: 'Deleted' as const }))
    return replyOf(deleteVoucher, { VoucherNo: 'LIST1', Status: 'Deleted' })
  })
  await openPage('/setup/voucher-listing')
  const number = page.getByRole('search').getByLabelText('Voucher no.')
  await number.fill('list1')
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect.poll(() => requestsTo(listVouchers).at(-1)).toMatchObject({ Search: { VoucherNo: 'LIST1' } })
  await chooseAction(/^Actions for/, 'Delete')
  await expect.element(dialog()).toMatchTextContent('LIST1')
  await button('Cancel', dialog()).click()
  expect(requestsTo(deleteVoucher)).toEqual([])
  await chooseAction(/^Actions for/, 'Delete')
  await button('Delete', dialog()).click()
  await expect.element(page.getByText('Voucher successfully deleted')).toBeVisible()
  await expect.element(row('LIST1')).toMatchTextContent('Deleted')
})

test('ERP page: the use of an unknown voucher that the ERP reports can be reviewed with a remark', async () => {
  const use = { MessageId: 'M1', VoucherNo: 'TILL1', Status: 'Review' as const, Reason: 'unknown' as const }
  answer(erpStatus, replyOf(erpStatus, { SimulatedYN: 'Y', State: 'answers', Error: null }))
  answer(getErpSimulatorState, replyOf(getErpSimulatorState))
  answer(listTillUses, { count: 0, rows: [] })
  answer(exchangeErpMessagesNow, () => {
    answerList(listTillUses, 1, () => use)
    return {}
  })
  answer(reviewTillUse, () => {
    answerList(listTillUses, 1, () => ({ ...use, Status: 'Reviewed' as const }))
    return replyOf(reviewTillUse)
  })
  await openPage('/settings/erp?tab=uses')
  await button('Use a voucher at a till').click()
  await dialog().getByLabelText('Voucher no.').fill('TILL1')
  await dialog().getByLabelText('Invoice no.').fill('INV1')
  await button('Use voucher', dialog()).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requestsTo(useVoucherAtTill)).toMatchObject([{ VoucherNo: 'TILL1', InvoiceNo: 'INV1' }])
  await button('Contact now').click()
  await expect.element(row('TILL1')).toMatchTextContent('Unknown voucher')
  await row('TILL1').getByRole('button', { name: 'Mark as reviewed' }).click()
  await dialog().getByLabelText('Remark').fill('Typed wrong at the till')
  await button('Mark as reviewed', dialog()).click()
  await expect.element(row('TILL1')).toMatchTextContent('Reviewed')
  expect(requestsTo(reviewTillUse)).toEqual([{ MessageId: 'M1', Remark: 'Typed wrong at the till' }])
})
