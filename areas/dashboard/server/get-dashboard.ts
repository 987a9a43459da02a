import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type getDashboard as call, type Dashboard, dashboardRefusals } from '../contract.ts'

type Figures = Pick<
  Dashboard,
  'AsAt' | 'TotalActiveMember' | 'TotalNewMember' | 'TotalSelfRegistered' | 'TotalManualRegistered'
>

/** Counts the four figures of the dashboard in one pass over the memberships of the outlet. */
export async function getDashboard(ctx: Ctx, { OutletCode, DateFrom, DateTo }: Input<typeof call>): Promise<Dashboard> {
  if (DateTo < DateFrom) throw dashboardRefusals.datesReversed()
  const outlet = resolveDashboardOutlet(ctx, OutletCode)
  const yesterday = sql`(${ctx.today}::date - 1)`
  const isNew = sql`m.join_date >= ${DateFrom} and m.join_date <= least(${DateTo}::date, ${yesterday})
    and m.status not in ('Archived', 'Merged', 'Deleted')`

  const { rows } = await sql<Figures>`
    select ${yesterday} as as_at,
      count(*) filter (where m.status = 'Active' and m.member_type = 'Premium Member' and m.join_date <= ${yesterday}) as total_active_member,
      count(*) filter (where ${isNew}) as total_new_member,
      count(*) filter (where ${isNew} and c.registration_source = 'Self Registration Portal') as total_self_registered,
      count(*) filter (where ${isNew} and c.registration_source = 'CRM') as total_manual_registered
    from membership m join customer c using (customer_id)
    where ${outlet}::text is null or c.registered_outlet_code = ${outlet}`.execute(ctx.db)
  return { OutletCode: outlet, DateFrom, DateTo, ...rows[0]! }
}

/**
 * Returns the outlet to report on; null means all outlets.
 * Head office may choose any outlet. Other users get their own outlet, and 403 for another outlet.
 */
export function resolveDashboardOutlet({ actor }: Ctx, requested: string | null | undefined) {
  const request = requested?.toUpperCase() || null
  if (actor.isHQ) return request === 'HQ' ? null : request
  if (request && request !== actor.outletCode) throw dashboardRefusals.otherOutlet()
  return actor.outletCode
}
