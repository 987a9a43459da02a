import type { ServerArea } from '#kit/server/area.ts'
import { manualSaleKind } from './server/approval-kind.ts'
import { salesRoutes } from './server/routes.ts'
import { salesRows } from './server/row-kinds.ts'

export const sales: ServerArea = {
  name: 'sales',
  routes: salesRoutes,
  rowKinds: salesRows,
  approvalKinds: [manualSaleKind],
}
