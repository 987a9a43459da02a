import type { ServerArea } from '#kit/server/area.ts'
import { membershipRoutes } from './server/routes.ts'

export const memberships: ServerArea = {
  name: 'memberships',
  routes: membershipRoutes,
}
