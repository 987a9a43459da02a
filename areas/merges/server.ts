import type { ServerArea } from '#kit/server/area.ts'
import { mergeKind } from './server/approval-kind.ts'
import { mergeRoutes } from './server/routes.ts'

export const merges: ServerArea = {
  name: 'merges',
  routes: mergeRoutes,
  approvalKinds: [mergeKind],
}
