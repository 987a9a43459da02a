import { archivedCustomerBoughtEvent } from '#areas/sales/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleEvent } from '#kit/server/events.ts'
import { reactivateByPurchase } from './server/archive/reactivate-member.ts'
import { dataQualityRoutes } from './server/routes.ts'

export const dataQualityServerArea: ServerArea = {
  name: 'data-quality',
  routes: dataQualityRoutes,
  handles: [handleEvent(archivedCustomerBoughtEvent, 'reactivates the customer', reactivateByPurchase)],
  merge: {
    stays: { 'archived_member.customer_id': 'records when that customer was archived' },
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
