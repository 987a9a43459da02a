import type { ServerArea } from '#kit/server/area.ts'
import { serve } from '#kit/server/serve.ts'
import * as contract from './contract.ts'
import { mountBatch } from './server/batch.ts'
import { enterExchange } from './server/exchange.ts'
import { getReference } from './server/reference.ts'
import { checkVoucher, useVoucher } from './server/vouchers.ts'

const saleRoutes = [serve(contract.enterExchange, enterExchange)]
const voucherRoutes = [serve(contract.checkVoucher, checkVoucher), serve(contract.useVoucher, useVoucher)]

export const tills: ServerArea = {
  name: 'tills',
  routes: [serve(contract.getReference, getReference), ...saleRoutes, ...voucherRoutes],
  belongsTo: { sales: saleRoutes, vouchers: voucherRoutes },
  files: [{ calls: [contract.sendBatch], mount: mountBatch }],
}
