import type { ServerArea } from '#kit/server/area.ts'
import { customFieldRoutes } from './server/routes.ts'

export const customFields: ServerArea = {
  name: 'custom-fields',
  routes: customFieldRoutes,
}
