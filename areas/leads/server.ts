import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { leadRoutes } from './server/routes.ts'
import { leadRowKinds } from './server/row-kinds.ts'
import { leadSegmentFields } from './server/segment-fields.ts'

export const leadsServerArea: ServerArea = {
  name: 'leads',
  routes: leadRoutes,
  rowKinds: leadRowKinds,
  segmentFields: leadSegmentFields,
  uses: { LeadSource: { Prospects: ({ LeadSourceId }) => sql`lead_prospect where lead_source_id = ${LeadSourceId}` } },
  merge: {
    moves: [{ table: 'lead_prospect', key: 'prospect_id', keyType: 'bigint', customer: 'customer_id' }],
  },
  personal: {
    tables: [{ table: 'lead_prospect', part: 'Profile' }],
  },
}
