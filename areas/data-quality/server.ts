import type { ServerArea } from '#kit/server/area.ts'
import { dataQualityRoutes } from './server/routes.ts'

export const dataQuality: ServerArea = {
  name: 'data-quality',
  routes: dataQualityRoutes,
  merge: {
    stays: { 'archived_member.customer_id': 'says when that record was put away' },
  },
}
