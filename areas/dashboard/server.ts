import type { ServerArea } from '#kit/server/area.ts'
import { dashboardRoutes } from './server/routes.ts'

export const dashboardServerArea: ServerArea = {
  name: 'dashboard',
  routes: dashboardRoutes,
}
