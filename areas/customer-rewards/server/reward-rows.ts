import { sql } from 'kysely'
import { pointRefusals } from '#areas/points/contract/ledger.ts'
import { inventoryRefusals } from '#areas/rewards/contract/inventory.ts'
import type { Refusal, RefusalParams } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { RefusalFactories } from '#kit/server/database-refusal.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { customerRewardRefusals } from '../contract/refusals.ts'
import type { CustomerReward, CustomerRewardDetail } from '../contract.ts'

// The columns of a customer reward in replies, and helpers that call the SQL rules of this area.

const staffName = (userId: string) =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = ${sql.ref(userId)})`

/** Text that replaces a security code; only `showClaimedCode` returns the code. */
const MASKED = '••••••••'

export const customerRewardColumns = sql`
  customer_reward.reference_code, customer_reward.reward_id, reward.code as reward_code, reward.name as reward_name, customer_reward.type, customer_reward.status, customer_reward.customer_id,
  customer_reward.membership_no, customer.full_name, customer.registered_outlet_code, customer_reward.period, customer_reward.points,
  case when customer_reward.debit_history_id is null then 'N' else 'Y' end as points_taken_yn, customer_reward.is_birthday_point_deduct,
  customer_reward.deduct_point_in_claim_yn, customer_reward.cash_top_up::text, customer_reward.voucher_type, customer_reward.voucher_value::text, customer_reward.minimum_spend::text, customer_reward.validity_from,
  customer_reward.validity_to, customer_reward.remarks, customer_reward.invoice_no, customer_reward.voucher_no, case when customer_reward.voucher_no is not null then ${MASKED}::text end as security_code,
  (select building.code from reward_inventory join building using (building_id) where inventory_id = customer_reward.inventory_id) as stock_outlet_code,
  customer_reward.redeemed_by_id, ${staffName('customer_reward.redeemed_by_id')} as redeemed_by_name, customer_reward.redeemed_outlet_code, customer_reward.redeemed_date,
  customer_reward.claimed_by_id, ${staffName('customer_reward.claimed_by_id')} as claimed_by_name, customer_reward.claimed_outlet_code, customer_reward.claimed_date,
  customer_reward.collected_by_id, ${staffName('customer_reward.collected_by_id')} as collected_by_name, customer_reward.collected_outlet_code, customer_reward.collected_date,
  customer_reward.cancelled_by_id, ${staffName('customer_reward.cancelled_by_id')} as cancelled_by_name, customer_reward.cancelled_outlet_code, customer_reward.cancelled_date,
  reward_image(customer_reward.reward_id) as image_url, customer_reward.version, customer_reward.created_at, customer_reward.updated_at`

/** The reward columns with the nested reward and customer (specification 3). */
export const customerRewardDetailColumns = sql`${customerRewardColumns},
  jsonb_build_object('RewardId', reward.reward_id, 'Code', reward.code, 'Name', reward.name, 'Type', reward.type, 'Status', reward.status,
    'Terms', reward.terms, 'RequiresInvoiceYN', reward.requires_invoice_yn, 'HonourOutstandingYN', reward.honour_outstanding_yn) as reward,
  jsonb_build_object('CustomerId', customer.customer_id, 'FullName', customer.full_name, 'IdNo', customer.id_no, 'ContactNo', customer.contact_no,
    'Email', customer.email, 'Status', customer.status, 'CustomerMemberships', (
      select coalesce(jsonb_agg(jsonb_build_object('MembershipNo', m.membership_no, 'Status', m.status) order by m.membership_no), '[]')
      from membership m where m.customer_id = customer.customer_id and m.status <> 'Deleted')) as customer`

export const maskIdentityOfRewardCustomer = ({ Customer, ...reward }: CustomerRewardDetail): CustomerRewardDetail => ({
  ...reward,
  Customer: { ...Customer, IdNo: maskedIdNo(Customer.IdNo) },
})

export const customerRewardJoins = sql`join reward using (reward_id) join customer using (customer_id)`
export const customerRewardTables = sql`customer_reward ${customerRewardJoins}`

/** The refusals that SQL functions of rewards raise, by name. They are declared by this area, the ledger and the stock. */
export const rewardRuleRefusals = {
  ...customerRewardRefusals,
  notEnough: pointRefusals.notEnough,
  noStock: inventoryRefusals.noStock,
  limitReached: inventoryRefusals.limitReached,
}

const VOUCHER_CONSTRAINT = 'customer_reward_voucher'
const PERIOD_CONSTRAINT = 'customer_reward_once'

/** The values that appear in the messages for violated constraints of a reward. */
type ConstraintValues = { VoucherNo?: string | null | undefined; Period?: string | null | undefined }

/** Converts the violation of a database constraint into the matching error. */
export const refuseRewardConstraintViolation =
  ({ VoucherNo, Period }: ConstraintValues) =>
  (error: { constraint?: string }) => {
    if (error.constraint === VOUCHER_CONSTRAINT)
      throw customerRewardRefusals.voucherTaken({ VoucherNo: VoucherNo ?? '' })
    if (error.constraint === PERIOD_CONSTRAINT)
      throw customerRewardRefusals.issuedAlready({ Code: '', Period: Period ?? '' })
    throw error
  }

/** A refusal by name, which an SQL function returns as a value instead of raising an error. */
export type RefusalByName = { Refused: string; Params: RefusalParams }

/** Converts a refusal of the SQL rules to the error body that the endpoint of the action would return. */
export function toRefusalErrorBody({ Refused, Params }: RefusalByName) {
  const kind = (rewardRuleRefusals as RefusalFactories)[Refused] as ((params: RefusalParams) => Refusal) | undefined
  if (!kind) throw new Error(`An SQL rule of rewards raised an undeclared refusal: ${Refused}`)
  const { code, message, params } = kind(Params)
  return { code, message, params }
}

/** User, outlet and time of the request, in the form that the SQL functions expect as `source`. */
export const rewardRuleSource = ({ actor, now, today, requestId }: Ctx) => ({
  Today: today,
  At: now.toISOString(),
  OutletCode: actor.outletCode,
  StaffId: actor.staffId,
  CreatedById: actor.userId,
  UserName: actor.name,
  RequestId: requestId,
})

export async function readCustomerRewards(ctx: Ctx, references: readonly string[]): Promise<CustomerReward[]> {
  const { rows } = await sql<CustomerReward>`
    select ${customerRewardColumns} from ${customerRewardTables} where customer_reward.reference_code = any(${references}::text[])
    order by array_position(${references}::text[], customer_reward.reference_code)`.execute(ctx.db)
  return rows
}

/** Reads the customer reward and the available points of its member. */
export async function readCustomerReward(
  ctx: Ctx,
  ReferenceCode: string,
): Promise<CustomerReward & { Available: number }> {
  const { rows } = await sql<CustomerReward & { Available: number }>`
    select ${customerRewardColumns}, points_available(surviving_membership(customer_reward.membership_no), ${ctx.today}) as available
    from ${customerRewardTables} where customer_reward.reference_code = ${ReferenceCode}`.execute(ctx.db)
  if (!rows[0]) throw customerRewardRefusals.notFound()
  return rows[0]
}

/**
 * Runs an SQL rule that returns a reference code, and reads the changed customer reward.
 * If the request names the ReferenceCode, rule and read are sent together, so that locks are released earlier.
 */
export async function runRuleAndReadReward(
  ctx: Ctx,
  rule: Promise<string>,
  input: ConstraintValues & { ReferenceCode?: string | undefined },
) {
  const read = input.ReferenceCode === undefined ? undefined : readCustomerReward(ctx, input.ReferenceCode)
  // The read may fail before it is awaited, so its rejection is handled here; the rule reports the error.
  read?.catch(() => {})
  const reference = await rule.catch(refuseRewardConstraintViolation(input))
  return read ?? readCustomerReward(ctx, reference)
}

export async function readCustomerRewardDetail(ctx: Ctx, ReferenceCode: string): Promise<CustomerRewardDetail> {
  const { rows } = await sql<CustomerRewardDetail>`
    select ${customerRewardDetailColumns} from ${customerRewardTables} where customer_reward.reference_code = ${ReferenceCode}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw customerRewardRefusals.notFound()
  return maskIdentityOfRewardCustomer(rows[0])
}

/** Writes an action on a customer reward to the text log. */
export function logCustomerRewardAction(ctx: Ctx, action: string, ReferenceCode: string, more = '') {
  ctx.audit(
    action,
    'CustomerReward',
    ReferenceCode,
    `${action} in Customer Reward. ReferenceCode - ${ReferenceCode}${more}`,
  )
}

export const toCustomerRewardEvent = ({
  ReferenceCode,
  RewardId,
  CustomerId,
  MembershipNo,
  Type,
  Points,
  VoucherNo,
  InvoiceNo,
}: CustomerReward) => ({ ReferenceCode, RewardId, CustomerId, MembershipNo, Type, Points, VoucherNo, InvoiceNo })
