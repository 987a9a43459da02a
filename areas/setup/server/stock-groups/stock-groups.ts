import { sql } from 'kysely'
import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { stockGroups } from '../../contract/stock-groups.ts'

export const stockGroupRoutes = serveRecord(
  stockGroups,
  recordUseCases(stockGroups, {
    table: 'StockGroup',
    used: ({ Code }) => ({
      Rewards: sql`reward_object where object_type = 'ProntoStockGroup' and object_value = ${Code} and status <> 'Deleted'`,
      Campaigns: sql`campaign_object where object_code = 'StockGroup' and object_value = ${Code} and status <> 'Deleted'`,
    }),
  }),
)
