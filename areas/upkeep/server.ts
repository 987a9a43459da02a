import type { ServerArea } from '#kit/server/area.ts'
import { upkeepRoutes } from './server/routes.ts'

export const upkeep: ServerArea = {
  name: 'upkeep',
  routes: upkeepRoutes,
}
