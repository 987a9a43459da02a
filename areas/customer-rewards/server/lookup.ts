import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type * as contract from '../contract.ts'
import { grantAccessToRewardCustomer, normaliseCustomerIdentifier } from './identify.ts'
import {
  type RefusalByName,
  readCustomerReward,
  readCustomerRewardDetail,
  rewardRuleRefusals,
  rewardRuleSource,
  toRefusalErrorBody,
} from './reward-rows.ts'

type DryRun = { After: number } | RefusalByName

/** A reward's own code also finds customer rewards with this status, so that the error can state the status. */
const alsoFound = {
  claim: 'Claimed',
  collect: 'Collected',
  cancelClaim: 'Claimed',
  cancelRedeem: 'Active',
  cancelCollect: 'Collected',
} as const

/** Finds a customer reward, gives the session access to its customer, and returns a dry run of the action. */
export async function lookupCustomerReward(ctx: Ctx, { Act, ...input }: Input<typeof contract.lookupCustomerReward>) {
  const identified = { ...input, ...normaliseCustomerIdentifier(input) }
  const missing = Act === 'collect' ? 'recordNotFound' : 'notFound'
  const { ReferenceCode } = await databaseFunctions.rewardAtCounter(
    ctx.db,
    { input: identified, done: alsoFound[Act], missing },
    rewardRuleRefusals,
  )
  const { Available, ...reward } = await readCustomerReward(ctx, ReferenceCode)
  await grantAccessToRewardCustomer(ctx, reward)
  const [detail, dryRun, VouchersLeft] = [
    await readCustomerRewardDetail(ctx, ReferenceCode),
    (await databaseFunctions.tryReward(ctx.db, {
      act: Act,
      input: { ...identified, ReferenceCode },
      source: rewardRuleSource(ctx),
    })) as DryRun,
    await countVouchersLeft(ctx, reward),
  ]
  const isActive = detail.Customer.Status === 'Active'
  return {
    ...detail,
    Available,
    AvailableAfter: 'After' in dryRun ? dryRun.After : Available,
    VouchersLeft,
    Obstacle: 'Refused' in dryRun ? toRefusalErrorBody(dryRun) : null,
    Notices: Act === 'collect' && !isActive ? (['Customer is not Active'] as const).slice() : [],
  }
}

async function countVouchersLeft(ctx: Ctx, { VoucherType, VoucherValue }: contract.CustomerReward) {
  if (VoucherType === null) return null
  const { rows } = await sql<{ Count: number }>`
    select count(*) as count from (
      select from voucher where status = 'A' and voucher_type = ${VoucherType} and value = ${VoucherValue}::numeric and expiry_date >= ${ctx.today}
      limit 1000) free`.execute(ctx.db)
  return rows[0]!.Count
}
