import type { ServerArea } from '#kit/server/area.ts'
import { setupRoutes } from './server/routes.ts'

export const setup: ServerArea = {
  name: 'setup',
  routes: setupRoutes,
}
