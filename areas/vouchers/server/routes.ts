import { serve } from '#kit/server/serve.ts'
import * as erp from '../contract/erp.ts'
import * as contract from '../contract.ts'
import { updateVoucherBatch } from './batch-expiry.ts'
import { deleteVoucher, restoreVoucher } from './delete-voucher.ts'
import {
  listErpMessages,
  listTillUses,
  reviewTillUse,
  sendErpMessageAgain,
  withdrawErpMessage,
} from './erp/messages.ts'
import { erpStatus, exchangeErpMessagesNow } from './erp/status.ts'
import { showSecurityCode } from './show-security-code.ts'
import { updateVoucher } from './update-voucher.ts'
import { availableVouchers, listVouchers, listVoucherTotals } from './vouchers.ts'

export const voucherRoutes = [
  serve(contract.listVouchers, listVouchers),
  serve(contract.listVoucherTotals, listVoucherTotals),
  serve(contract.availableVouchers, availableVouchers),
  serve(contract.updateVoucher, updateVoucher),
  serve(contract.deleteVoucher, deleteVoucher),
  serve(contract.restoreVoucher, restoreVoucher),
  serve(contract.showSecurityCode, showSecurityCode),
  serve(contract.updateVoucherBatch, updateVoucherBatch),
  serve(erp.erpStatus, erpStatus),
  serve(erp.listErpMessages, listErpMessages),
  serve(erp.sendErpMessageAgain, sendErpMessageAgain),
  serve(erp.withdrawErpMessage, withdrawErpMessage),
  serve(erp.listTillUses, listTillUses),
  serve(erp.reviewTillUse, reviewTillUse),
  serve(erp.exchangeErpMessagesNow, exchangeErpMessagesNow),
]
