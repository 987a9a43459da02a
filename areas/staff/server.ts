import type { ServerArea } from '#kit/server/area.ts'
import { staffRoutes } from './server/routes.ts'

export const staff: ServerArea = {
  name: 'staff',
  routes: staffRoutes,
  merge: {
    moves: [{ table: 'staff', key: 'staff_id', keyType: 'bigint', customer: 'own_customer_id' }],
  },
}
