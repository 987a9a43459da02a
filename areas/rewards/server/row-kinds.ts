import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { inventoryRefusals } from '../contract/inventory.ts'

/** Row kind of stock: it belongs to an outlet, or to head office if it has no outlet. */
export const rewardRowKinds: RowKinds = {
  'reward stock': {
    find: 'select building.code as outlet_code,null::bigint as customer_id,null::bigint as user_id from reward_inventory left join building using (building_id) where inventory_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => inventoryRefusals.notFound(),
  },
}
