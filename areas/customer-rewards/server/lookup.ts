import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { opened, storedIdentifier } from './identify.ts'
import { askRule, json, type RefusedByName, refusalNamed, rewardDetail, rewardNow, sourceOf } from './reward-rows.ts'

type Tried = { After: number } | RefusedByName

/** In which state what is done already stands, so that a code of the reward finds that too. */
const doneBy = {
  claim: 'Claimed',
  collect: 'Collected',
  cancelClaim: 'Claimed',
  cancelRedeem: 'Active',
  cancelCollect: 'Collected',
} as const

/** Finds what a member holds and says what the act would do; naming it with its customer opens the customer to the session. */
export async function lookupCustomerReward(ctx: Ctx, { Act, ...input }: Input<typeof contract.lookupCustomerReward>) {
  const named = { ...input, ...storedIdentifier(input) }
  const missing = Act === 'collect' ? 'recordNotFound' : 'notFound'
  const ReferenceCode = await askRule(
    ctx,
    sql<{ Answer: string }>`
      select (reward_at_counter(${json(named)}, ${doneBy[Act]}, ${missing})).reference_code as answer`,
  )
  const { Available, ...reward } = await rewardNow(ctx, ReferenceCode)
  await opened(ctx, reward)
  const [detail, tried, VouchersLeft] = [
    await rewardDetail(ctx, ReferenceCode),
    await askRule(
      ctx,
      sql<{ Answer: Tried }>`
        select try_reward(${Act}, ${json({ ...named, ReferenceCode })}, ${json(sourceOf(ctx))}) as answer`,
    ),
    await vouchersLeft(ctx, reward),
  ]
  const active = detail.Customer.Status === 'Active'
  return {
    ...detail,
    Available,
    AvailableAfter: 'After' in tried ? tried.After : Available,
    VouchersLeft,
    Obstacle: 'Refused' in tried ? refusalNamed(tried) : null,
    Notices: Act === 'collect' && !active ? (['Customer is not Active'] as const).slice() : [],
  }
}

async function vouchersLeft(ctx: Ctx, { VoucherType, VoucherValue }: contract.CustomerReward) {
  if (VoucherType === null) return null
  const { rows } = await sql<{ Count: number }>`
    select count(*) as count from (
      select from voucher where status = 'A' and voucher_type = ${VoucherType} and value = ${VoucherValue}::numeric and expiry_date >= ${ctx.today}
      limit 1000) free`.execute(ctx.db)
  return rows[0]!.Count
}
