import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { stockGroups } from '../../contract/stock-groups.ts'

export const stockGroupRoutes = serveRecord(
  stockGroups,
  recordUseCases(stockGroups, {
    table: 'StockGroup',
  }),
)
