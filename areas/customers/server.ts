import type { ServerArea } from '#kit/server/area.ts'
import { amendmentsWaiting } from './server/amendments/list-amendments.ts'
import { customerRoutes } from './server/routes.ts'
import { customerRows } from './server/row-kinds.ts'

export const customers: ServerArea = {
  name: 'customers',
  routes: customerRoutes,
  rowKinds: customerRows,
  badges: { '/member/profile-amendment-review': amendmentsWaiting },
}
