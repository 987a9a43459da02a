import type { ServerArea } from '#kit/server/area.ts'
import { forgetExpired } from './server/forget-expired.ts'
import { providerRoutes } from './server/providers/routes.ts'
import { accessRoutes } from './server/routes.ts'
import { accessRows } from './server/row-kinds.ts'

export const access: ServerArea = {
  name: 'access',
  routes: [...accessRoutes, ...providerRoutes],
  rowKinds: accessRows,
  jobs: [forgetExpired],
  merge: {
    stays: { 'session.customer_id': 'opens nothing any more: the record that goes on is signed in to by itself' },
  },
}
