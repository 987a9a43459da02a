import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { rewardStockPath } from './paths.ts'
import { rewardDeactivationApprovalKind } from './server/deactivation.ts'
import { countRewardsLowInStock } from './server/low-stock.ts'
import { rewardRoutes } from './server/routes.ts'
import { rewardRowKinds } from './server/row-kinds.ts'

export const rewardsServerArea: ServerArea = {
  name: 'rewards',
  routes: rewardRoutes,
  rowKinds: rewardRowKinds,
  approvalKinds: [rewardDeactivationApprovalKind],
  badges: { [rewardStockPath.pattern]: countRewardsLowInStock },
  uses: {
    StockGroup: {
      Rewards: ({ Code }) =>
        sql`reward_object where object_type = 'ProntoStockGroup' and object_value = ${Code} and status <> 'Deleted'`,
    },
  },
  histories: {
    Reward: {
      parts: (id) => sql`select 'RewardObject', reward_object_id::text from reward_object where reward_id::text = ${id}
        union all select 'RewardInventory', inventory_id::text from reward_inventory where reward_id::text = ${id}`,
    },
  },
}
