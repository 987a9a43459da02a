import { sql } from 'kysely'
import { contains, equals } from '#kit/server/filters.ts'
import { answer } from '../server/report.ts'
import { onDays } from '../server/sales.ts'
import { approvalLog } from './contract.ts'

export const approvalLogRoute = answer(approvalLog, (ctx, asked) => {
  const waited = sql`floor(extract(epoch from coalesce(r.decided_at, ${ctx.now}::timestamptz) - r.requested_at) / 3600)`
  const decided = sql`filter (where r.status in ('Approved', 'Rejected'))`
  return {
    from: sql`approval r`,
    where: [
      onDays(sql`r.requested_at`, asked),
      contains('r.kind', asked.Kind),
      equals('r.status', asked.Status),
      contains('r.requested_by', asked.RequestedBy),
      contains('r.decided_by', asked.DecidedBy),
      equals('r.membership_no', asked.MembershipNo),
      equals('r.outlet_code', asked.outlet),
    ],
    select: sql`r.approval_id, r.requested_at, r.kind, r.object_type, r.object_id, r.membership_no, r.outlet_code, r.requested_by, r.status, r.decided_at,
      r.decided_by, r.decision_remark, ${waited}::int as hours_waited`,
    sort: {
      HoursWaited: waited,
      DecidedAt: (way) => sql`r.decided_at ${way} nulls last`,
      DecidedBy: (way) => sql`r.decided_by ${way} nulls last`,
      DecisionRemark: (way) => sql`r.decision_remark ${way} nulls last`,
      MembershipNo: (way) => sql`r.membership_no ${way} nulls last`,
    },
    tie: sql`r.approval_id`,
    totals: sql`count(*)::int as approvals, count(*) filter (where r.status = 'Approved')::int as approved,
      count(*) filter (where r.status = 'Rejected')::int as rejected, count(*) filter (where r.status = 'Withdrawn')::int as withdrawn,
      count(*) filter (where r.status = 'Pending')::int as undecided, round(avg(${waited}) ${decided})::int as average_hours`,
  }
})
