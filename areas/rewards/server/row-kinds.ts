import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { inventoryRefusals } from '../contract/inventory.ts'

/** Stock belongs to its outlet, and the pool belongs to head office. */
export const rewardRows: RowKinds = {
  'reward stock': {
    find: 'select building.code as outlet_code,null::bigint as customer_id,null::bigint as user_id from reward_inventory left join building using (building_id) where inventory_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => inventoryRefusals.notFound(),
  },
}
