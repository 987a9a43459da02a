import { getErpSimulatorState, setErpSimulatorMode, useVoucherAtTill } from '#areas/vouchers/contract/erp.ts'
import { type Route, serve } from '#kit/server/serve.ts'
import type { ErpSimulator } from './simulator.ts'

const MAX_VOUCHERS = 20

/** Calls that control the ERP simulator. They exist in the demo only. */
export const demoErpRoutes = (erp: ErpSimulator): readonly Route[] => {
  const mode = () => {
    const current = erp.mode()
    return current === 'fails' || current === 'forgets' ? 'down' : current
  }
  return [
    serve(getErpSimulatorState, async () => ({
      Mode: mode(),
      Messages: erp.taken().length,
      Vouchers: erp.vouchers().slice(-MAX_VOUCHERS).reverse(),
    })),
    serve(setErpSimulatorMode, async (ctx, { Mode }) => {
      erp.behave(Mode)
      ctx.audit('Update Demo ERP', 'ErpMessage', 0, `Update Demo ERP in ERP Messages. Mode - ${Mode}`)
      return { Mode }
    }),
    serve(useVoucherAtTill, async (ctx, { VoucherNo, InvoiceNo, OutletCode }) => {
      const { MessageId } = erp.useVoucher({ VoucherNo, InvoiceNo, ...(OutletCode && { OutletCode }) })
      ctx.audit(
        'Use Voucher in Demo ERP',
        'Voucher',
        VoucherNo,
        `Use Voucher in Demo ERP. VoucherNo - ${VoucherNo}, InvoiceNo - ${InvoiceNo}`,
      )
      return { MessageId }
    }),
  ]
}
