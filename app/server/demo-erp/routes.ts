import { setSimulatorMode, simulatorState, useVoucherAtTill } from '#areas/vouchers/contract/erp.ts'
import { type Route, serve } from '#kit/server/serve.ts'
import type { ErpSimulator } from './simulator.ts'

const SHOWN_MOST = 20

/** Mounted where the simulator runs: in the demo, and nowhere else. */
export const demoErpRoutes = (erp: ErpSimulator): readonly Route[] => {
  const mode = () => {
    const present = erp.mode()
    return present === 'fails' || present === 'forgets' ? 'down' : present
  }
  return [
    serve(simulatorState, async () => ({
      Mode: mode(),
      Messages: erp.taken().length,
      Vouchers: erp.vouchers().slice(-SHOWN_MOST).reverse(),
    })),
    serve(setSimulatorMode, async (ctx, { Mode }) => {
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
