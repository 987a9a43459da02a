import { type Selectable, sql } from 'kysely'
import type { CustomerTable, MembershipTable } from '#db/tables.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mergeRefusals, type Party } from '../contract.ts'

type MembershipRow = Selectable<MembershipTable> & {
  CardGroupName: string
  CardCategoryName: string | null
  Color: string | null
  /** The rank of the card category in its group; 0 without a category. */
  Level: number
  Points: number
  Arrears: number
}

export type MergePartyRecord = {
  customer: Selectable<CustomerTable>
  /** The memberships that are neither deleted nor merged, the main membership first. */
  memberships: readonly MembershipRow[]
}

export type MergePartyRecords = { survivor: MergePartyRecord; merged: MergePartyRecord }

/**
 * Reads the two customers of a merge with their memberships.
 * With `lock` both customers are locked in the order of their ids, so that two opposite merges cannot deadlock.
 */
export async function findMergeParties(
  ctx: Ctx,
  { SurvivorId, MergedId }: { SurvivorId: number; MergedId: number },
  { lock = false } = {},
): Promise<MergePartyRecords> {
  if (SurvivorId === MergedId) throw mergeRefusals.samePerson()
  const ids = [SurvivorId, MergedId]
  const customers = await ctx.db
    .selectFrom('Customer')
    .selectAll()
    .where('CustomerId', 'in', ids)
    .orderBy('CustomerId')
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute()
  if (lock) await lockSalesAndMemberships(ctx, MergedId, ids)
  const { rows: memberships } = await sql<MembershipRow>`
    select membership.*, card_group.name as card_group_name, coalesce(category.level_sequence, 0) as level,
      category.name as card_category_name, category.color,
      coalesce(balance.points, 0) as points, coalesce(balance.arrears, 0) as arrears
    from membership
    join card_group on card_group.group_id = membership.card_group_id
    left join card_category category on category.code = membership.card_category_code and category.status <> 'Deleted'
    left join balances(${ctx.today}) balance on balance.membership_no = membership.membership_no
    where membership.customer_id = any(${ids}) and membership.status not in ('Deleted', 'Merged')
    order by membership.status = 'Active' desc, membership.join_date, membership.membership_no`.execute(ctx.db)
  const toSide = (CustomerId: number): MergePartyRecord => {
    const customer = customers.find((candidate) => candidate.CustomerId === CustomerId)
    if (!customer) throw mergeRefusals.notFound()
    return { customer, memberships: memberships.filter((membership) => membership.CustomerId === CustomerId) }
  }
  return { survivor: toSide(SurvivorId), merged: toSide(MergedId) }
}

/**
 * Blocks new sales of the merged customer until the merge has committed.
 * Waits for a sale in progress, which the merge then moves too (lock_sale_member).
 * Sales are locked before memberships, as in a return.
 */
export async function lockSalesAndMemberships(ctx: Ctx, owner: number, ids: readonly number[]) {
  await sql`select pg_advisory_xact_lock(hashtextextended('member ' || membership_no, 0)) from (
    select membership_no from membership where customer_id = ${owner} order by membership_no) locked`.execute(ctx.db)
  await sql`select count(*) from (select from transaction_summary where customer_id = ${owner} order by transaction_id for no key update) sale`.execute(
    ctx.db,
  )
  await sql`select from membership where customer_id = any(${ids}) order by membership_no for no key update`.execute(
    ctx.db,
  )
}

/** Returns the main membership number of a customer. */
export const mainMembershipNoOfParty = ({ memberships, customer }: MergePartyRecord) => {
  const [first] = memberships
  if (!first) throw mergeRefusals.noMembership({ FullName: customer.FullName })
  return first.MembershipNo
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export function toMergeParty(side: MergePartyRecord): Party {
  const { CustomerId, FullName, Status, MemberType, RegisteredOutletCode, CreatedAt } = side.customer
  return {
    ...{ CustomerId, FullName, Status, MemberType, RegisteredOutletCode, CreatedAt },
    MembershipNo: side.memberships[0]?.MembershipNo ?? '',
    CardCategoryName: side.memberships[0]?.CardCategoryName ?? null,
    Color: side.memberships[0]?.Color ?? null,
    Points: sum(side.memberships.map(({ Points }) => Points)),
    Arrears: sum(side.memberships.map(({ Arrears }) => Arrears)),
  }
}
