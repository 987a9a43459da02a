import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, replyOf } from '#tests/components/server.ts'
import { lookupCustomerReward } from '../../contract.ts'

const gift = replyOf(lookupCustomerReward)

const openCollect = async (needs: { RequiresInvoiceYN: 'Y' | 'N'; VoucherType: string | null }) => {
  const { RequiresInvoiceYN, VoucherType } = needs
  answer(lookupCustomerReward, {
    ...gift,
    ...{ Type: 'Premium Gift', Status: 'Active', MinimumSpend: null, VoucherType },
    Reward: { ...gift.Reward, RequiresInvoiceYN },
  })
  await openPage('/rewards/collect-rewards?code=RW00000000001&member=JC000000010')
}
const invoice = () => page.getByLabelText('Invoice no.')
const voucher = () => page.getByLabelText('Voucher no.')

test('collect: the page asks for an optional invoice number only after the clerk chooses to add one', async () => {
  await openCollect({ RequiresInvoiceYN: 'N', VoucherType: null })
  await expect.element(button('Add an invoice or voucher number')).toBeVisible()
  await expect.element(invoice()).not.toBeInTheDocument()
  await button('Add an invoice or voucher number').click()
  await expect.element(invoice()).toBeVisible()
  await expect.element(voucher()).toBeVisible()
})

test('collect: if the gift requires an invoice and a voucher, the form has both number fields from the start', async () => {
  await openCollect({ RequiresInvoiceYN: 'Y', VoucherType: 'G' })
  await expect.element(invoice()).toBeVisible()
  await expect.element(voucher()).toBeVisible()
  await expect.element(button('Add an invoice or voucher number')).not.toBeInTheDocument()
})
