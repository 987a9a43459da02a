import type { ServerArea } from '#kit/server/area.ts'
import { viewRoutes } from './server/routes.ts'
import { viewRowKinds } from './server/row-kinds.ts'

export const viewsServerArea: ServerArea = {
  name: 'views',
  routes: viewRoutes,
  rowKinds: viewRowKinds,
  personal: {
    mentions: [{ table: 'list_view', columns: 'name state' }],
  },
}
