import type { ServerArea } from '#kit/server/area.ts'
import { dataQualityRoutes } from './server/routes.ts'

export const dataQuality: ServerArea = {
  name: 'data-quality',
  routes: dataQualityRoutes,
  merge: {
    stays: { 'archived_member.customer_id': 'says when that record was put away' },
  },
  personal: {
    tables: [
      {
        table: 'archived_member',
        part: 'Changes',
        hides: 'archived_by reactivated_by memberships',
        dots: 'remark',
        keeps: 'customer_status memberships archived_by reactivated_how reactivated_by',
        auditKept: true,
      },
    ],
  },
}
