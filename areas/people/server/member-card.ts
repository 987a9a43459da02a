import { sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import { findNricWarnings } from '#areas/customers/contract/nric.ts'
import type { memberCard as endpoint, MemberCard } from '#areas/memberships/contract/counter.ts'
import { membershipRefusals as refusals } from '#areas/memberships/contract/memberships.ts'
import { findBalance, findPostponedActionNames, readUpgradePreparation } from '#areas/memberships/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import {
  daysUntil,
  type EvaluatedMemberProfile,
  findCardWarnings,
  findMissingFields,
  findNextOccasions,
  suggestNextActions,
} from './evaluate-member.ts'
import { findExpiringPoints, findLastPurchase, findSaleQualifyingForUpgrade } from './member-figures.ts'

/** Returns the member card that the counter shows; all its queries run in parallel. */
export async function memberCard(ctx: Ctx, { MembershipNo: typed }: Input<typeof endpoint>): Promise<MemberCard> {
  const MembershipNo = normaliseMembershipNo(typed)
  const [
    memberRow,
    profile,
    balance,
    expiry,
    LastPurchase,
    upgrade,
    qualifying,
    postponedActions,
    { 'expiry.rescueDays': soonDays },
  ] = await Promise.all([
    memberOf(ctx, MembershipNo),
    profileOf(ctx, MembershipNo),
    findBalance(ctx, MembershipNo),
    findExpiringPoints(ctx, MembershipNo),
    findLastPurchase(ctx, MembershipNo),
    readUpgradePreparation(ctx, MembershipNo),
    findSaleQualifyingForUpgrade(ctx, MembershipNo),
    findPostponedActionNames(ctx, MembershipNo),
    readSettings(ctx),
  ])
  if (!memberRow || !profile || !balance) throw refusals.notFound()
  const { WeddingAnniversary, ...member } = memberRow
  const MissingData = findMissingFields(profile)
  const nextExpiry = expiry[0]?.Next
  const ExpiringNext = nextExpiry
    ? { ...nextExpiry, SoonYN: daysUntil(nextExpiry.Date, ctx.today) <= soonDays ? ('Y' as const) : ('N' as const) }
    : null
  const Occasions = findNextOccasions({ DateOfBirth: member.DateOfBirth, WeddingAnniversary }, ctx.today)
  const facts = { member, onFile: profile, balance, upgrade, qualifying, ExpiringNext, Occasions, MissingData }
  return {
    ...member,
    IdNo: maskedIdNo(member.IdNo),
    BirthdayMonthYN: member.DateOfBirth?.slice(5, 7) === ctx.today.slice(5, 7) ? 'Y' : 'N',
    PointBalance: balance.PointBalance,
    Available: balance.Available,
    Reserved: balance.Reserved,
    ReservedUntil: balance.ReservedUntil,
    Pending: balance.Pending,
    Arrears: balance.Arrears,
    ExpirySchedule: expiry.map(({ Year, Month, Points }) => ({ Year, Month, Points })),
    ExpiringNext,
    LastPurchase,
    Occasions,
    MissingData,
    Warnings: findCardWarnings(facts, findNricWarnings(member, ctx.today).length > 0),
    NextActions: suggestNextActions(facts, ctx.today).filter(({ Action }) => !postponedActions.includes(Action)),
  }
}

type EvaluatedField =
  | 'ExpirySchedule'
  | 'ExpiringNext'
  | 'LastPurchase'
  | 'Occasions'
  | 'MissingData'
  | 'Warnings'
  | 'NextActions'
  | 'BirthdayMonthYN'
type BalanceField = 'PointBalance' | 'Available' | 'Reserved' | 'ReservedUntil' | 'Pending' | 'Arrears'
type Member = Omit<MemberCard, EvaluatedField | BalanceField> & { WeddingAnniversary: string | null }

async function memberOf(ctx: Ctx, MembershipNo: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select membership.membership_no, customer.customer_id, customer.full_name, customer.preferred_name, customer.id_type, customer.id_no,
      customer.contact_no, customer.email, customer.date_of_birth, customer.gender, membership.status, customer.status as customer_status,
      membership.member_type, card_group.name as card_group_name, membership.card_category_code, category.name as card_category_name,
      category.color, customer.registered_outlet_code, membership.join_date, membership.cycle_end, membership.merged_into_membership_no,
      customer.wedding_anniversary, customer.spoken_languages,
      (select staff.preferred_name from staff where staff.staff_id = customer.preferred_staff_id and staff.status = 'Active') as preferred_staff_name,
      coalesce((select array_agg(tag.name order by tag.name) from customer_tag tag
        where tag.customer_id = customer.customer_id and tag.status = 'Active'), '{}') as tags,
      coalesce((select jsonb_agg(jsonb_build_object('Channel', channel, 'GrantedYN', granted_yn) order by channel) from (
        select distinct on (channel) channel, granted_yn from customer_consent consent
        where consent.customer_id = customer.customer_id
        order by channel, recorded_at desc, consent_id desc) latest), '[]') as consents
    from membership
    join customer on customer.customer_id = membership.customer_id
    join card_group on card_group.group_id = membership.card_group_id
    left join card_category category on category.code = membership.card_category_code and category.status <> 'Deleted'
    where membership.membership_no = ${MembershipNo} and membership.status <> 'Deleted' and customer.status <> 'Deleted'`.execute(
    ctx.db,
  )
  return rows[0]
}

async function profileOf(ctx: Ctx, MembershipNo: string): Promise<EvaluatedMemberProfile | undefined> {
  const { rows } = await sql<EvaluatedMemberProfile>`
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
