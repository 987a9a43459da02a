import { type RawBuilder, sql } from 'kysely'
import { lookedUp, requestedOutlet } from '#areas/customers/server/index.ts'
import type { BatchStep, Chunk } from '#areas/points/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { expiryRefusals } from '../../contract/expiries.ts'
import type * as contract from '../../contract/rewards.ts'
import { type ExpiryReward, rewardRefusals } from '../../contract/rewards.ts'

// What an expiry reward looks like on the wire.

const nameOf = (userId: string) =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = ${sql.ref(userId)})`

const rewardColumns = sql`
  r.reference_code, r.membership_no, customer.customer_id, customer.full_name, 'Point Expiry' as type, r.status, r.expiry_year, r.expiry_month, r.point_expiry,
  r.point_balance, r.expiry_date, r.points, 'Y' as deduct_point_in_claim_yn, r.voucher_type, r.voucher_value::text, r.voucher_no, r.validity_from,
  r.validity_to, r.remarks, ${nameOf('r.created_by_id')} as created_by_name, r.created_at, ${nameOf('r.claimed_by_id')} as claimed_by_name,
  r.claimed_outlet_code, r.claimed_date, ${nameOf('r.cancelled_by_id')} as cancelled_by_name, r.cancelled_outlet_code, r.cancelled_date`

const rewardTables = sql`point_expiry_reward r join membership m using (membership_no) join customer using (customer_id)`

export async function getReward(ctx: Ctx, ReferenceCode: string): Promise<ExpiryReward> {
  const { rows } = await sql<ExpiryReward>`
    select ${rewardColumns} from ${rewardTables} where r.reference_code = ${ReferenceCode}`.execute(ctx.db)
  return rows[0]!
}

/** The reward as it stands, locked until the change is done: two counters may claim or cancel it at once. */
export async function lockReward(ctx: Ctx, ReferenceCode: string) {
  const reward = await ctx.db
    .selectFrom('PointExpiryReward')
    .selectAll()
    .where('ReferenceCode', '=', ReferenceCode)
    .forUpdate()
    .executeTakeFirst()
  if (!reward) throw rewardRefusals.notFound()
  return reward
}

/** The text log's sentence. */
export const logged = (action: string, ReferenceCode: string) =>
  [
    action,
    'PointExpiryReward',
    ReferenceCode,
    `${action} in Point Expiry Reward. ReferenceCode - ${ReferenceCode}`,
  ] as const

/** Rewards of one's own outlet's members; of one member by the full number, as at the counter. */
export function listExpiryRewards(ctx: Ctx, { Search }: Input<typeof contract.listExpiryRewards>) {
  const { MembershipNo, ReferenceCode, Status, OutletCode } = Search
  const outlet = requestedOutlet(ctx, OutletCode, expiryRefusals.otherOutlet)
  return sqlList({
    from: rewardTables,
    where: [
      // What was offered under a number that was merged since is claimed by the survivor.
      MembershipNo &&
        sql`(r.membership_no = ${MembershipNo} or r.membership_no in (select membership_no from membership where merged_into_membership_no = ${MembershipNo}))`,
      equals('r.reference_code', ReferenceCode),
      equals('r.status', Status),
      // Whether a member who is named may be seen was asked before.
      outlet &&
        !MembershipNo &&
        sql`(customer.registered_outlet_code = ${outlet} or ${ReferenceCode !== undefined}::boolean and ${lookedUp(ctx)})`,
    ],
    select: sql<contract.ExpiryReward>`${rewardColumns}`,
    sort: { CreatedAt: 'r.created_at', ValidityTo: 'r.validity_to' },
    tie: 'r.reference_code',
  })
}

/** How many points a step of a reward takes and what it gives, by the settings. */
export async function rewardStep(ctx: Pick<Ctx, 'db'>) {
  const { 'expiry.rewardPoints': points, 'expiry.rewardValue': value } = await settings(ctx)
  return { points, value }
}

type RewardStep = Awaited<ReturnType<typeof rewardStep>>

/** As many whole steps as there are in these points. */
const stepsIn = (points: RawBuilder<unknown>, step: RewardStep) =>
  sql`(greatest(${points}, 0) / ${step.points}::bigint)`

/** What such points buy. */
export const pointsFor = (points: RawBuilder<unknown>, step: RewardStep) =>
  sql`(${stepsIn(points, step)} * ${step.points}::bigint)::bigint`
export const valueFor = (points: RawBuilder<unknown>, step: RewardStep) =>
  sql`round(${stepsIn(points, step)} * ${step.value}::numeric, 2)::text`

const REWARDS = 2_000

/** What nobody claimed ends with its last day, as the points do. */
export const expireRewards: BatchStep = {
  name: 'expire rewards',
  async chunk({ db, today, after }) {
    const { rows } = await sql<Chunk & { FirstKey: string | null }>`
      with due as (
        select reference_code from point_expiry_reward
        where status = 'Active' and reference_code > ${after} and validity_to < ${today} order by reference_code limit ${REWARDS} for update
      ), ended as (
        update point_expiry_reward set status = 'Expired' where reference_code in (select reference_code from due) returning reference_code
      )
      select min(reference_code) as first_key, max(reference_code) as last_key, count(*) as done from ended`.execute(db)
    const done = rows[0]
    return done?.FirstKey ? done : undefined
  },
}
