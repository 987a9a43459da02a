import { sql } from 'kysely'
import { membershipNumbersOfCustomerSql, staffNameSql, type TimelineSource } from '#areas/customers/server/index.ts'

export const contactTimelineSource: TimelineSource = {
  kinds: ['Contact'],
  select: (id) => sql`
    select contacted_at, 'Contact', contact_id::text, ${staffNameSql('expiry_contact.contacted_by_id')}, outlet_code, contact_type, outcome,
      membership_no, null, null, null, note, null, null
    from expiry_contact where membership_no in ${membershipNumbersOfCustomerSql(id)}`,
}
