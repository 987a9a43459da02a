import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isAccountOfCallerSql } from '#areas/access/server/index.ts'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, containsName, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { ACTS_PER_FINDING_MAX, type Finding, type SuspiciousAct, watchRefusals } from '../contract.ts'

type Decisions = Reply<typeof contract.getFinding>['Decisions']

const tables = sql.raw(
  `watch_finding f left join staff s on s.staff_id = f.staff_id left join customer c on c.customer_id = f.customer_id`,
)

const columns = sql.raw(`
  f.finding_id, f.pattern, f.severity, f.status, f.staff_id, f.customer_id, coalesce(s.full_name, c.full_name) as name,
  (select m.membership_no from membership m where m.customer_id = f.customer_id order by m.status = 'Active' desc, m.membership_no limit 1) as membership_no,
  f.outlet_code, f.first_day, f.last_day, f.acts, f.at_least, f.days, f.points, f.amount, f.found_at, f.renewed_at, f.decided_by, f.decided_at, f.reason,
  f.version`)

/** SQL condition that excludes findings about the caller's accounts, the caller's acts and the caller's membership. */
const notAboutCaller = (ctx: Ctx): RawBuilder<SqlBool> => sql<SqlBool>`(
  not exists (select from user_account u where u.staff_id = f.staff_id and ${isAccountOfCallerSql(ctx, 'u.user_id')})
  and not exists (select from watch_act a where a.finding_id = f.finding_id and ${isAccountOfCallerSql(ctx, 'a.by_id')})
  and (f.customer_id is null or not is_own_customer(${ctx.actor.userId}::bigint, f.customer_id)))`

export const listFindings = (ctx: Ctx, { Search }: Input<typeof contract.listFindings>) =>
  sqlList({
    from: tables,
    where: [
      notAboutCaller(ctx),
      equals('f.pattern', Search.Pattern),
      equals('f.status', Search.Status),
      equals('f.severity', Search.Severity),
      equals('f.outlet_code', Search.OutletCode === 'HQ' ? undefined : Search.OutletCode),
      Search.Name && anyOf([containsName('s.full_name', Search.Name), containsName('c.full_name', Search.Name)]),
      Search.FromDate && sql`f.last_day >= ${Search.FromDate}::date`,
      Search.ToDate && sql`f.first_day <= ${Search.ToDate}::date`,
    ],
    select: sql<Finding>`${columns}`,
    sort: {
      Severity: (direction) =>
        sql`array_position(array['Low', 'Medium', 'High'], f.severity) ${direction}, f.renewed_at ${direction}`,
      RenewedAt: 'f.renewed_at',
      LastDay: 'f.last_day',
      Acts: 'f.acts',
      Points: 'f.points',
      Pattern: 'f.pattern',
      Status: 'f.status',
    },
    tie: 'f.finding_id',
  })

/** Returns a finding; throws if the caller cannot see it. */
export async function readVisibleFinding(ctx: Ctx, FindingId: number): Promise<Finding> {
  const { rows } = await sql<Finding>`
    select ${columns} from ${tables} where f.finding_id = ${FindingId} and ${notAboutCaller(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw watchRefusals.notFound()
  return rows[0]
}

export async function getFinding(ctx: Ctx, { FindingId }: Input<typeof contract.getFinding>) {
  const finding = await readVisibleFinding(ctx, FindingId)
  const [evidence, decisions] = await Promise.all([
    sql<SuspiciousAct>`
      select a.act_id, a.kind, a.happened_at, a.outlet_code, a.member_id as customer_id, c.full_name as customer_name, a.membership_no,
        coalesce(person.full_name, u.display_name) as performed_by, a.points, a.amount, t.invoice_no,
        case a.kind when 'Reward' then split_part(a.key, '/', 1) end as reference_code, a.marks, a.other_outlet_code, a.minutes, a.times
      from watch_act a left join customer c on c.customer_id = a.member_id
      left join user_account u on u.user_id = a.by_id left join staff person on person.staff_id = u.staff_id
      left join transaction_summary t on t.transaction_id = case when a.kind in ('Sale', 'Cancellation') then a.key::bigint end
      where a.finding_id = ${FindingId} order by a.happened_at desc, a.act_id desc limit ${ACTS_PER_FINDING_MAX}`.execute(
      ctx.db,
    ),
    ctx.db
      .selectFrom('WatchDecision')
      .select(['DecisionId', 'Decision', 'Reason', 'Acts', 'DecidedBy', 'DecidedAt'])
      .where('FindingId', '=', FindingId)
      .orderBy('DecidedAt', 'desc')
      .orderBy('DecisionId', 'desc')
      .execute(),
  ])
  return { ...finding, Evidence: evidence.rows, Decisions: decisions as Decisions }
}

/** Returns the number of open findings that the caller can decide. */
export async function countOpenFindings(ctx: Ctx): Promise<number> {
  if (!ctx.actor.isHQ || !ctx.actor.roles.has('Loyalty Watch')) return 0
  const { rows } = await sql<{ Count: number }>`
    select count(*) as count from watch_finding f where f.status = 'Open' and ${notAboutCaller(ctx)}`.execute(ctx.db)
  return rows[0]!.Count
}
