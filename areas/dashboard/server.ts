import type { ServerArea } from '#kit/server/area.ts'
import { dashboardRoutes } from './server/routes.ts'

export const dashboard: ServerArea = {
  name: 'dashboard',
  routes: dashboardRoutes,
}
