import { createCustomerRowKind } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'
import { activityRefusals } from '../contract/activities.ts'

export const activityRowKinds: RowKinds = {
  activity: createCustomerRowKind(
    'customer_activity join customer using (customer_id) where activity_id=named.key::bigint',
    {
      refusal: () => activityRefusals.notFound(),
    },
  ),
}
