import { sql } from 'kysely'
import { maySeeAllAuditRecords } from '#areas/audit/server/index.ts'
import { equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { loginActivityReport } from './contract.ts'

const kindOf = sql`case
  when l.activity_description like 'Signed in%' then 'Signed in'
  when l.activity_description like 'Signed out%' then 'Signed out'
  when l.activity_description like 'Wrong %' or l.activity_description like 'Sign-in through % refused%'
    or l.activity_description like 'Sign-in was used a second time%' then 'Refused'
  else 'Other' end`

export const loginActivityRoute = serveReport(loginActivityReport, ({ actor }, query) => {
  /** Returns the column for auditors, and null for other users, so that they cannot sort by masked values either. */
  const visible = (column: string) => (maySeeAllAuditRecords(actor) ? sql`r.${sql.ref(column)}` : sql`null::text`)
  return {
    // A row belongs to the account that it names; a note belongs to the account of its session.
    with: sql`r as (
    select l.login_activity_id, l.activity_date_time, l.activity_description, l.session_id, l.source_ip, ${kindOf} as login_what,
      account.username, coalesce(staff.full_name, account.display_name) as full_name, building.code as outlet_code
    from login_activity l
      left join session on l.object_type not in ('User', 'Unknown User') and session.label = l.session_id
      left join user_account account on account.user_id = case when l.object_type = 'User' then l.object_id::bigint else session.user_id end
      left join staff using (staff_id) left join building using (building_id)
    where l.activity_date_time >= (${query.from}::date::timestamp at time zone business_zone())
      and l.activity_date_time < ((${query.until}::date + 1)::timestamp at time zone business_zone())
  )`,
    from: sql`r`,
    where: [
      equals('r.login_what', query.LoginWhat),
      query.Username !== undefined &&
        sql`(strpos(lower(r.username), lower(${query.Username})) > 0 or strpos(lower(r.full_name), lower(${query.Username})) > 0)`,
      equals('r.outlet_code', query.outlet),
      equals('r.source_ip', query.SourceIP),
      equals('r.session_id', query.SessionId),
      // A user without permission to see addresses and sessions finds nothing when searching for one.
      !maySeeAllAuditRecords(actor) && (query.SourceIP || query.SessionId) && sql`false`,
    ],
    select: sql`r.login_activity_id, r.activity_date_time, r.username, r.full_name, r.outlet_code, r.login_what, r.activity_description,
    ${visible('session_id')} as session_id, ${visible('source_ip')} as source_ip`,
    sort: Object.fromEntries(
      ['Username', 'FullName', 'OutletCode', 'SessionId', 'SourceIP'].map((field) => {
        const column = field === 'SourceIP' ? 'source_ip' : field.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
        const order = ['SessionId', 'SourceIP'].includes(field) ? visible(column) : sql`r.${sql.ref(column)}`
        return [field, (way: ReturnType<typeof sql>) => sql`${order} ${way} nulls last`]
      }),
    ),
    tie: sql`r.login_activity_id`,
    totals: sql`count(*)::int as activities, count(*) filter (where r.login_what = 'Signed in')::int as sign_ins,
    count(*) filter (where r.login_what = 'Refused')::int as refusals, count(distinct r.username)::int as users,
    count(distinct r.source_ip)::int as addresses`,
  }
})
