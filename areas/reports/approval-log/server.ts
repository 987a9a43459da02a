import { sql } from 'kysely'
import { contains, equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { isWithinDaysSql } from '../server/sales.ts'
import { approvalLogReport } from './contract.ts'

export const approvalLogRoute = serveReport(approvalLogReport, (ctx, query) => {
  const hoursWaited = sql`floor(extract(epoch from coalesce(r.decided_at, ${ctx.now}::timestamptz) - r.requested_at) / 3600)`
  const ofDecided = sql`filter (where r.status in ('Approved', 'Rejected'))`
  return {
    from: sql`approval r`,
    where: [
      isWithinDaysSql(sql`r.requested_at`, query),
      contains('r.kind', query.Kind),
      equals('r.status', query.Status),
      contains('r.requested_by', query.RequestedBy),
      contains('r.decided_by', query.DecidedBy),
      equals('r.membership_no', query.MembershipNo),
      equals('r.outlet_code', query.outlet),
    ],
    select: sql`r.approval_id, r.requested_at, r.kind, r.object_type, r.object_id, r.membership_no, r.outlet_code, r.requested_by, r.status, r.decided_at,
      r.decided_by, r.decision_remark, ${hoursWaited}::int as hours_waited`,
    sort: {
      HoursWaited: hoursWaited,
      DecidedAt: (way) => sql`r.decided_at ${way} nulls last`,
      DecidedBy: (way) => sql`r.decided_by ${way} nulls last`,
      DecisionRemark: (way) => sql`r.decision_remark ${way} nulls last`,
      MembershipNo: (way) => sql`r.membership_no ${way} nulls last`,
    },
    tie: sql`r.approval_id`,
    totals: sql`count(*)::int as approvals, count(*) filter (where r.status = 'Approved')::int as approved,
      count(*) filter (where r.status = 'Rejected')::int as rejected, count(*) filter (where r.status = 'Withdrawn')::int as withdrawn,
      count(*) filter (where r.status = 'Pending')::int as undecided, round(avg(${hoursWaited}) ${ofDecided})::int as average_hours`,
  }
})
