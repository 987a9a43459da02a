import { sql } from 'kysely'
import { plainMembershipNo } from '#areas/customers/contract/membership-no.ts'
import { nricWarnings } from '#areas/customers/contract/nric.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import type { memberCard as endpoint, MemberCard } from '../../contract/counter.ts'
import { membershipRefusals as refusals } from '../../contract/memberships.ts'
import { findBalance, openLots } from '../balances.ts'
import { readPreparation } from '../upgrade/preparation.ts'
import { type QualifyingSale, qualifyingSales } from '../upgrade/qualifying-sales.ts'
import { missingData, nextActionsOf, type OnFile, warningsOf } from './evaluate-member.ts'

/** All that the counter shows of a member, in one trip to the database. */
export async function memberCard(ctx: Ctx, { MembershipNo: typed }: Input<typeof endpoint>): Promise<MemberCard> {
  const MembershipNo = plainMembershipNo(typed)
  const [member, onFile, balance, ExpirySchedule, LastPurchase, upgrade, qualifying] = await Promise.all([
    memberOf(ctx, MembershipNo),
    onFileOf(ctx, MembershipNo),
    findBalance(ctx, MembershipNo),
    expiryOf(ctx, MembershipNo),
    lastPurchaseOf(ctx, MembershipNo),
    readPreparation(ctx, MembershipNo),
    qualifyingSaleOf(ctx, MembershipNo),
  ])
  if (!member || !onFile || !balance) throw refusals.notFound()
  const MissingData = missingData(onFile)
  const known = { member, onFile, balance, upgrade, qualifying, ExpirySchedule, LastPurchase, MissingData }
  return {
    ...member,
    IdNo: maskedIdNo(member.IdNo),
    BirthdayMonthYN: member.DateOfBirth?.slice(5, 7) === ctx.today.slice(5, 7) ? 'Y' : 'N',
    PointBalance: balance.PointBalance,
    Available: balance.Available,
    Pending: balance.Pending,
    Arrears: balance.Arrears,
    ExpirySchedule,
    LastPurchase,
    MissingData,
    Warnings: warningsOf(known, nricWarnings(member, ctx.today).length > 0),
    NextActions: nextActionsOf(known, ctx.today),
  }
}

type Evaluated = 'ExpirySchedule' | 'LastPurchase' | 'MissingData' | 'Warnings' | 'NextActions' | 'BirthdayMonthYN'
type Member = Omit<MemberCard, Evaluated | 'PointBalance' | 'Available' | 'Pending' | 'Arrears'>

async function memberOf(ctx: Ctx, MembershipNo: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select membership.membership_no, customer.customer_id, customer.full_name, customer.preferred_name, customer.id_type, customer.id_no,
      customer.contact_no, customer.email, customer.date_of_birth, customer.gender, membership.status, customer.status as customer_status,
      membership.member_type, card_group.name as card_group_name, membership.card_category_code, category.name as card_category_name,
      category.color, customer.registered_outlet_code, membership.join_date, membership.cycle_end, membership.merged_into_membership_no
    from membership
    join customer on customer.customer_id = membership.customer_id
    join card_group on card_group.group_id = membership.card_group_id
    left join card_category category on category.code = membership.card_category_code and category.status <> 'Deleted'
    where membership.membership_no = ${MembershipNo} and membership.status <> 'Deleted' and customer.status <> 'Deleted'`.execute(
    ctx.db,
  )
  return rows[0]
}

async function onFileOf(ctx: Ctx, MembershipNo: string): Promise<OnFile | undefined> {
  const { rows } = await sql<OnFile>`
    select customer.id_no, customer.date_of_birth, customer.gender, customer.email, customer.contact_no, customer.language,
      customer.verified_email_yn, home.address_id is not null as has_address,
      coalesce(home.returned_mail_yn = 'Y', false) as mail_returned, coalesce(service.granted_yn = 'Y', false) as has_service_consent
    from membership
    join customer on customer.customer_id = membership.customer_id
    left join customer_address home on home.customer_id = customer.customer_id and home.is_primary_yn = 'Y' and home.status = 'Active'
    left join lateral (
      select granted_yn from customer_consent
      where customer_consent.customer_id = customer.customer_id and channel = 'Service'
      order by recorded_at desc, consent_id desc limit 1
    ) service on true
    where membership.membership_no = ${MembershipNo}`.execute(ctx.db)
  return rows[0]
}

async function expiryOf(ctx: Ctx, MembershipNo: string) {
  const { rows } = await sql<MemberCard['ExpirySchedule'][number]>`
    select extract(year from lot.expiry_date)::int as year, extract(month from lot.expiry_date)::int as month, sum(lot.remaining)::bigint as points
    from membership cross join lateral ${openLots} lot
    where membership.membership_no = ${MembershipNo} and lot.expiry_date >= ${ctx.today}::date
    group by 1, 2 order by 1, 2 limit 12`.execute(ctx.db)
  return rows
}

async function lastPurchaseOf(ctx: Ctx, MembershipNo: string) {
  return (
    (await ctx.db
      .selectFrom('TransactionSummary')
      .select(['InvoiceNo', 'BusinessDate', 'OutletCode', 'NetAmount', 'EarnedPoints'])
      .where('MembershipNo', '=', MembershipNo)
      .where('TransactionType', '=', 'N')
      .orderBy('PerformedAt', 'desc')
      .orderBy('TransactionId', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  )
}

/** The sale that would make a non-premium member premium, the best one. */
async function qualifyingSaleOf(ctx: Ctx, MembershipNo: string) {
  const { rows } = await sql<QualifyingSale>`
    select * from (${qualifyingSales(ctx, MembershipNo, sql`membership.member_type = 'Non-Premium Member' and membership.status = 'Active'`)}) sale
    where cancelled_yn = 'N' and used_yn = 'N' and card_level_id is not null
    order by basis_amount desc, invoice_no limit 1`.execute(ctx.db)
  return rows[0]
}
