import { sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type getMembership as endpoint,
  type Membership,
  type MembershipRow,
  membershipRefusals as refusals,
} from '../contract/memberships.ts'
import { findBalance } from './balances.ts'
import { membershipRowColumns, membershipRowJoins, nestMembershipRow } from './membership-rows.ts'
import { readUpgradePreparation } from './preparation.ts'

/** Returns one membership by its number, with or without separators. Only head office sees deleted memberships. */
export async function getMembership(ctx: Ctx, { mbsno }: Input<typeof endpoint>): Promise<Membership> {
  const membership = await readMembership(ctx, normaliseMembershipNo(mbsno))
  if (membership.Status === 'Deleted' && !ctx.actor.isHQ) throw refusals.notFound()
  return membership
}

type FlatRow = Omit<Membership, 'Customer' | 'Balance' | 'Upgrade'> & MembershipRow['Customer']

/** Builds the reply about a membership by queries that run in parallel. */
export async function readMembership(ctx: Ctx, MembershipNo: string): Promise<Membership> {
  const [membership, balance, Upgrade] = await Promise.all([
    sql<FlatRow>`select ${membershipRowColumns}, card_group.name as card_group_name, category.name as card_category_name, category.color,
        customer.status as customer_status, membership.activated_at, membership.cycle_start, membership.cycle_end, membership.merged_into_membership_no
      from membership join customer on customer.customer_id = membership.customer_id ${membershipRowJoins(ctx)}
      join card_group on card_group.group_id = membership.card_group_id
      left join card_category category on category.code = membership.card_category_code and category.status <> 'Deleted'
      where membership.membership_no = ${MembershipNo}`.execute(ctx.db),
    findBalance(ctx, MembershipNo),
    readUpgradePreparation(ctx, MembershipNo),
  ])
  const row = membership.rows[0]
  if (!row) throw refusals.notFound()
  const {
    CardGroupName,
    CardCategoryName,
    Color,
    CustomerStatus,
    ActivatedAt,
    CycleStart,
    CycleEnd,
    MergedIntoMembershipNo,
    ...listRow
  } = row
  const details = {
    CardGroupName,
    CardCategoryName,
    Color,
    CustomerStatus,
    ActivatedAt,
    CycleStart,
    CycleEnd,
    MergedIntoMembershipNo,
  }
  return { ...nestMembershipRow(listRow), ...details, Balance: balance ?? emptyBalance(MembershipNo), Upgrade }
}

/** The balance of a deleted membership, which is 0. */
const emptyBalance = (MembershipNo: string): Membership['Balance'] => ({
  MembershipNo,
  BalanceType: 'Jewel Club Points',
  PointBalance: 0,
  Available: 0,
  Reserved: 0,
  ReservedUntil: null,
  Pending: 0,
  Arrears: 0,
  TotalPointsEarned: 0,
  TotalPointsRedeemed: 0,
  TotalPointsExpired: 0,
  TotalPointsReversed: 0,
  TotalPointsAdjusted: 0,
  TotalPointsMerged: 0,
})
