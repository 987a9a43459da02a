import type { ServerArea } from '#kit/server/area.ts'
import { reportAreaRoutes } from './server/routes.ts'

export const reportsServerArea: ServerArea = {
  name: 'reports',
  routes: reportAreaRoutes,
}
