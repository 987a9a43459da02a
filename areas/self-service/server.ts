import type { ServerArea } from '#kit/server/area.ts'
import { forgetEnded } from './server/forget-ended.ts'
import { selfServiceHandlers } from './server/handlers.ts'
import { selfServicePages } from './server/pages.ts'
import { selfServiceRoutes } from './server/routes.ts'
import { selfServiceRows } from './server/row-kinds.ts'

export const selfService: ServerArea = {
  name: 'self-service',
  routes: selfServiceRoutes,
  publicPages: selfServicePages,
  rowKinds: selfServiceRows,
  jobs: [forgetEnded],
  handles: selfServiceHandlers,
  merge: {
    moves: [{ table: 'passcode', key: 'passcode_id', keyType: 'bigint', customer: 'customer_id' }],
    stays: {
      'self_service_visit.customer_id': 'says who registered in a session that is over',
      'customer_code.customer_id': 'a code was sent to the merged record, and opens nothing any more',
    },
  },
}
