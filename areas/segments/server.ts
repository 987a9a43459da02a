import type { ServerArea } from '#kit/server/area.ts'
import { segmentRoutes } from './server/routes.ts'

export const segments: ServerArea = {
  name: 'segments',
  routes: segmentRoutes,
}
