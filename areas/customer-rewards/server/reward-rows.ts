import { type RawBuilder, sql } from 'kysely'
import { refusals as pointRefusals } from '#areas/points/contract/ledger.ts'
import { inventoryRefusals } from '#areas/rewards/contract/inventory.ts'
import type { Refusal, RefusalKind, RefusalParams } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { refusals } from '../contract/refusals.ts'
import type { CustomerReward, CustomerRewardDetail } from '../contract.ts'

// What a reward of a member looks like on the wire, and how its rules refuse. Every query of this area selects it here.

const nameOf = (userId: string) =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = ${sql.ref(userId)})`

/** A security code is nobody's to read here. */
const MASKED = '••••••••'

export const rewardColumns = sql`
  held.reference_code, held.reward_id, reward.code as reward_code, reward.name as reward_name, held.type, held.status, held.customer_id,
  held.membership_no, customer.full_name, customer.registered_outlet_code, held.period, held.points,
  case when held.debit_history_id is null then 'N' else 'Y' end as points_taken_yn, held.is_birthday_point_deduct,
  held.deduct_point_in_claim_yn, held.cash_top_up::text, held.voucher_type, held.voucher_value::text, held.minimum_spend::text, held.validity_from,
  held.validity_to, held.remarks, held.invoice_no, held.voucher_no, case when held.voucher_no is not null then ${MASKED}::text end as security_code,
  (select building.code from reward_inventory join building using (building_id) where inventory_id = held.inventory_id) as stock_outlet_code,
  held.redeemed_by_id, ${nameOf('held.redeemed_by_id')} as redeemed_by_name, held.redeemed_outlet_code, held.redeemed_date,
  held.claimed_by_id, ${nameOf('held.claimed_by_id')} as claimed_by_name, held.claimed_outlet_code, held.claimed_date,
  held.collected_by_id, ${nameOf('held.collected_by_id')} as collected_by_name, held.collected_outlet_code, held.collected_date,
  held.cancelled_by_id, ${nameOf('held.cancelled_by_id')} as cancelled_by_name, held.cancelled_outlet_code, held.cancelled_date,
  reward_image(held.reward_id) as image_url, held.version, held.created_at, held.updated_at`

/** The same with the reward and the customer nested, as the specification describes a customer reward (section 3). */
export const rewardDetailColumns = sql`${rewardColumns},
  jsonb_build_object('RewardId', reward.reward_id, 'Code', reward.code, 'Name', reward.name, 'Type', reward.type, 'Status', reward.status,
    'Terms', reward.terms, 'RequiresInvoiceYN', reward.requires_invoice_yn, 'HonourOutstandingYN', reward.honour_outstanding_yn) as reward,
  jsonb_build_object('CustomerId', customer.customer_id, 'FullName', customer.full_name, 'IdNo', customer.id_no, 'ContactNo', customer.contact_no,
    'Email', customer.email, 'Status', customer.status, 'CustomerMemberships', (
      select coalesce(jsonb_agg(jsonb_build_object('MembershipNo', m.membership_no, 'Status', m.status) order by m.membership_no), '[]')
      from membership m where m.customer_id = customer.customer_id and m.status <> 'Deleted')) as customer`

export const maskIdentity = ({ Customer, ...reward }: CustomerRewardDetail): CustomerRewardDetail => ({
  ...reward,
  Customer: { ...Customer, IdNo: maskedIdNo(Customer.IdNo) },
})

export const rewardJoins = sql`join reward using (reward_id) join customer using (customer_id)`
export const rewardTables = sql`customer_reward held ${rewardJoins}`

/** All that a rule of rewards may refuse, its own and those of the ledger and the stock that it moves. */
export const catalogue: Record<string, RefusalKind<never>> = {
  ...refusals,
  notEnough: pointRefusals.notEnough,
  noStock: inventoryRefusals.noStock,
  limitReached: inventoryRefusals.limitReached,
} as never

/** Which constraint stands for which refusal. */
const VOUCHER = 'customer_reward_voucher'
const ONCE = 'customer_reward_once'

type Doing = { VoucherNo?: string | null | undefined; Period?: string | null | undefined }

const refuseTaken =
  ({ VoucherNo, Period }: Doing) =>
  (error: { constraint?: string }) => {
    if (error.constraint === VOUCHER) throw refusals.voucherTaken({ VoucherNo: VoucherNo ?? '' })
    if (error.constraint === ONCE) throw refusals.issuedAlready({ Code: '', Period: Period ?? '' })
    throw error
  }

/** Asks a rule in the database; what it refuses by name is refused in words. */
export async function askRule<Row>(ctx: Ctx, statement: RawBuilder<{ Answer: Row }>, doing: Doing = {}): Promise<Row> {
  const { rows } = await mapDatabaseRefusal(statement.execute(ctx.db), catalogue).catch(refuseTaken(doing))
  return rows[0]!.Answer
}

/** A refusal that a rule answered by its name, because it goes on after it. */
export type RefusedByName = { Refused: string; Params: RefusalParams }

/** The same as the call of its own would answer it. */
export function refusalNamed({ Refused, Params }: RefusedByName) {
  const kind = catalogue[Refused] as unknown as ((params: RefusalParams) => Refusal) | undefined
  if (!kind) throw new Error(`A rule of rewards refuses by a name that nobody declared: ${Refused}`)
  const { code, message, params } = kind(Params)
  return { code, message, params }
}

/** Who and when, as the rules need it. */
export const sourceOf = ({ actor, now, today, requestId }: Ctx) => ({
  Today: today,
  At: now.toISOString(),
  OutletCode: actor.outletCode,
  StaffId: actor.staffId,
  CreatedById: actor.userId,
  UserName: actor.name,
  RequestId: requestId,
})

export const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

export async function rewardsOf(ctx: Ctx, references: readonly string[]): Promise<CustomerReward[]> {
  const { rows } = await sql<CustomerReward>`
    select ${rewardColumns} from ${rewardTables} where held.reference_code = any(${references}::text[])
    order by array_position(${references}::text[], held.reference_code)`.execute(ctx.db)
  return rows
}

/** The reward, with what its member may spend now: read together. */
export async function rewardNow(ctx: Ctx, ReferenceCode: string): Promise<CustomerReward & { Available: number }> {
  const { rows } = await sql<CustomerReward & { Available: number }>`
    select ${rewardColumns}, points_available(surviving_membership(held.membership_no), ${ctx.today}) as available
    from ${rewardTables} where held.reference_code = ${ReferenceCode}`.execute(ctx.db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

/**
 * Asks a rule and reads what it made of the reward. Where that is named by its own code both are sent together: what the rule has
 * locked waits for no second trip.
 */
export async function askAndRead<Row extends { ReferenceCode: string }>(
  ctx: Ctx,
  statement: RawBuilder<{ Answer: Row }>,
  input: Doing & { ReferenceCode?: string | undefined },
) {
  const asked = askRule(ctx, statement, input)
  const read = input.ReferenceCode === undefined ? undefined : rewardNow(ctx, input.ReferenceCode)
  // Where the rule refuses, that is what is said.
  read?.catch(() => {})
  const answer = await asked
  return { answer, reward: await (read ?? rewardNow(ctx, answer.ReferenceCode)) }
}

export async function rewardDetail(ctx: Ctx, ReferenceCode: string): Promise<CustomerRewardDetail> {
  const { rows } = await sql<CustomerRewardDetail>`
    select ${rewardDetailColumns} from ${rewardTables} where held.reference_code = ${ReferenceCode}`.execute(ctx.db)
  if (!rows[0]) throw refusals.notFound()
  return maskIdentity(rows[0])
}

/** The text log's sentence. */
export function log(ctx: Ctx, action: string, ReferenceCode: string, more = '') {
  ctx.audit(
    action,
    'CustomerReward',
    ReferenceCode,
    `${action} in Customer Reward. ReferenceCode - ${ReferenceCode}${more}`,
  )
}

export const moved = ({
  ReferenceCode,
  RewardId,
  CustomerId,
  MembershipNo,
  Type,
  Points,
  VoucherNo,
  InvoiceNo,
}: CustomerReward) => ({ ReferenceCode, RewardId, CustomerId, MembershipNo, Type, Points, VoucherNo, InvoiceNo })
