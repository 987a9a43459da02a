import type { ServerArea } from '#kit/server/area.ts'
import { serve } from '#kit/server/serve.ts'
import * as contract from './contract.ts'
import { addAllowance, endAllowance, enterRedemption } from './server/allowances.ts'
import { mountBatchRoute } from './server/batch.ts'
import { enterExchange } from './server/exchange.ts'
import { getTillReferenceData } from './server/reference.ts'
import { checkVoucher, useVoucher } from './server/vouchers.ts'

const saleRoutes = [serve(contract.enterExchange, enterExchange)]
const pointRoutes = [
  serve(contract.addAllowance, addAllowance),
  serve(contract.endAllowance, endAllowance),
  serve(contract.enterRedemption, enterRedemption),
]
const voucherRoutes = [serve(contract.checkVoucher, checkVoucher), serve(contract.useVoucher, useVoucher)]

export const tillsServerArea: ServerArea = {
  name: 'tills',
  routes: [serve(contract.getTillReferenceData, getTillReferenceData), ...saleRoutes, ...pointRoutes, ...voucherRoutes],
  belongsTo: { sales: saleRoutes, points: pointRoutes, vouchers: voucherRoutes },
  files: [{ calls: [contract.sendCallBatch], mount: mountBatchRoute }],
}
