import type { ServerArea } from '#kit/server/area.ts'
import { auditRoutes } from './server/routes.ts'

export const audit: ServerArea = {
  name: 'audit',
  routes: auditRoutes,
}
