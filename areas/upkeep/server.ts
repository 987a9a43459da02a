import type { ServerArea } from '#kit/server/area.ts'
import { upkeepRoutes } from './server/routes.ts'

export const upkeep: ServerArea = {
  name: 'upkeep',
  routes: upkeepRoutes,
  merge: {
    stays: { 'archived_member.customer_id': 'says when that record was put away' },
  },
}
