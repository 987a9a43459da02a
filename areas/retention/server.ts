import type { ServerArea } from '#kit/server/area.ts'
import { refitRetentionJob } from './server/refit.ts'
import { retentionRoutes } from './server/routes.ts'
import { retentionSegmentFields } from './server/segment-fields.ts'

export const retentionServerArea: ServerArea = {
  name: 'retention',
  routes: retentionRoutes,
  jobs: [refitRetentionJob],
  segmentFields: retentionSegmentFields,
  merge: {
    stays: {
      'customer_forecast.customer_id': 'is computed again each night, from the sales that the survivor has then',
    },
  },
  personal: {
    tables: [{ table: 'customer_forecast', part: 'Purchases', removes: true }],
  },
}
