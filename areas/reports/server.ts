import type { ServerArea } from '#kit/server/area.ts'
import { routes } from './server/routes.ts'

export const reports: ServerArea = {
  name: 'reports',
  routes,
}
