import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

export const pointRatesSetupStep: NonNullable<ServerArea['firstSteps']> = {
  Rates: (today) => sql`exists (select from point_structure join point_structure_detail detail using (structure_id)
      where point_structure.status = 'Active' and detail.status = 'Active'
        and ${today}::date between effective_from and coalesce(effective_to, 'infinity'))
    and exists (select from point_rate join point_rate_detail detail using (rate_id)
      where point_rate.status = 'Active' and detail.status = 'Active'
        and ${today}::date between effective_from and coalesce(effective_to, 'infinity'))`,
}
