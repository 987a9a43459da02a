import { type Selectable, sql } from 'kysely'
import type { CustomerTable, MembershipTable } from '#db/tables.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Party, refusals } from '../contract.ts'

type Held = Selectable<MembershipTable> & {
  CardGroupName: string
  CardCategoryName: string | null
  Color: string | null
  /** The place of its card category in the group; 0 without one. */
  Level: number
  Points: number
  Arrears: number
}

export type Side = {
  customer: Selectable<CustomerTable>
  /** Those that are neither deleted nor merged, the one that stands for the customer first. */
  memberships: readonly Held[]
}

export type Parties = { survivor: Side; merged: Side }

/**
 * The two customers with their memberships. To change them they are locked, the lower number first, so that two merges
 * that cross each other never wait for each other.
 */
export async function findParties(
  ctx: Ctx,
  { SurvivorId, MergedId }: { SurvivorId: number; MergedId: number },
  { lock = false } = {},
): Promise<Parties> {
  if (SurvivorId === MergedId) throw refusals.samePerson()
  const both = [SurvivorId, MergedId]
  const customers = await ctx.db
    .selectFrom('Customer')
    .selectAll()
    .where('CustomerId', 'in', both)
    .orderBy('CustomerId')
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute()
  if (lock) await lockSalesAndMemberships(ctx, MergedId, both)
  const { rows: memberships } = await sql<Held>`
    select membership.*, card_group.name as card_group_name, coalesce(category.level_sequence, 0) as level,
      category.name as card_category_name, category.color,
      coalesce(balance.points, 0) as points, coalesce(balance.arrears, 0) as arrears
    from membership
    join card_group on card_group.group_id = membership.card_group_id
    left join card_category category on category.code = membership.card_category_code and category.status <> 'Deleted'
    left join balances(${ctx.today}) balance on balance.membership_no = membership.membership_no
    where membership.customer_id = any(${both}) and membership.status not in ('Deleted', 'Merged')
    order by membership.status = 'Active' desc, membership.join_date, membership.membership_no`.execute(ctx.db)
  const side = (CustomerId: number): Side => {
    const customer = customers.find((one) => one.CustomerId === CustomerId)
    if (!customer) throw refusals.notFound()
    return { customer, memberships: memberships.filter((one) => one.CustomerId === CustomerId) }
  }
  return { survivor: side(SurvivorId), merged: side(MergedId) }
}

/**
 * No sale is entered for who goes until this is over: one that is being entered is waited for, and taken along
 * (lock_sale_member). Then the sales before the memberships, as a return does; the memberships so that points may
 * still name them.
 */
export async function lockSalesAndMemberships(ctx: Ctx, owner: number, both: readonly number[]) {
  await sql`select pg_advisory_xact_lock(hashtextextended('member ' || membership_no, 0)) from (
    select membership_no from membership where customer_id = ${owner} order by membership_no) held`.execute(ctx.db)
  await sql`select count(*) from (select from transaction_summary where customer_id = ${owner} order by transaction_id for no key update) sale`.execute(
    ctx.db,
  )
  await sql`select from membership where customer_id = any(${both}) order by membership_no for no key update`.execute(
    ctx.db,
  )
}

/** The number that stands for somebody. */
export const mainNo = ({ memberships, customer }: Side) => {
  const [first] = memberships
  if (!first) throw refusals.noMembership({ FullName: customer.FullName })
  return first.MembershipNo
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export function visibleParty(side: Side): Party {
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
