import type { ServerArea } from '#kit/server/area.ts'
import { workspaceRoutes } from './server/routes.ts'

export const workspace: ServerArea = {
  name: 'workspace',
  routes: workspaceRoutes,
}
