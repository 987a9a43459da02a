import { sql } from 'kysely'
import type { Db } from '#kit/server/ctx.ts'
import { nextNumber } from './people.ts'

// Creates members who earn points, and earning rules; every field has a valid default.

/** Adds a rule of one point for every RM 10, for all brands and members, valid 24 months to the end of the month. */
export async function addEarningRules(
  db: Db,
  { amount = '10', rate = '1', multiplier = '1', validity = 24 as number | null, pendingDays = 0 } = {},
) {
  await sql`
    with structure as (
      insert into point_structure (code, name, validity_months, pending_days) values ('STANDARD', 'Standard', ${validity}, ${pendingDays}) returning structure_id
    ), running as (
      insert into point_structure_detail (structure_id, effective_from, multiplier) select structure_id, '2020-01-01', ${multiplier} from structure
    ), template as (
      insert into point_rate (brand) values ('All') returning rate_id
    )
    insert into point_rate_detail (rate_id, amount, point_rate, effective_from) select rate_id, ${amount}, ${rate}, '2020-01-01' from template`.execute(
    db,
  )
}

/** A separate rate for a brand, or for its product group, type or category. */
export async function createPointRate(
  db: Db,
  brand: string,
  rate: string,
  [objectType, objectValue]: [string, string | null] = ['All', null],
) {
  await sql`
    with added as (insert into point_rate (brand, object_type, object_value) values (${brand}, ${objectType}, ${objectValue}) returning rate_id)
    insert into point_rate_detail (rate_id, amount, point_rate, effective_from) select rate_id, 10, ${rate}, '2020-01-01' from added`.execute(
    db,
  )
}

type MemberOptions = {
  status?: string
  memberType?: 'Premium Member' | 'Non-Premium Member'
  birthDate?: string | null
  category?: string
  customerStatus?: string
  outlet?: string
}

/** A premium member of category SILVER, Active, registered at KLCC. */
export async function member(db: Db, options: MemberOptions = {}) {
  const {
    status = 'Active',
    memberType = 'Premium Member',
    birthDate = '1990-05-17',
    category = 'SILVER',
    customerStatus = 'Active',
    outlet = 'KLCC',
  } = options
  await cardCategory(db, category)
  const number = nextNumber()
  const { rows } = await sql<{ MembershipNo: string; CustomerId: number; FullName: string }>`
    with person as (
      insert into customer (full_name, id_type, id_no, date_of_birth, contact_no, registered_outlet_code, registration_source, member_type, status)
      values (${`TAN MEI LING ${number}`}, 'Passport', ${`P${10_000_000 + number}`}, ${birthDate}, ${`+6012${1_000_000 + number}`}, ${outlet}, 'CRM', ${memberType}, ${customerStatus})
      returning customer_id, full_name
    )
    insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, status, join_date)
    select next_membership_no(), customer_id, (select min(group_id) from card_group), ${memberType === 'Premium Member' ? category : null}, ${memberType}, ${status}, '2024-01-01'
    from person returning membership_no, customer_id, ${`TAN MEI LING ${number}`} as full_name`.execute(db)
  return rows[0]!
}

/** A card category, with a multiplying level if one is given. */
export async function cardCategory(
  db: Db,
  code: string,
  level?: { multiplier?: string; birthday?: string; validity?: number },
) {
  await sql`insert into card_group (name, description) select 'Jewel Club', 'Everybody' where not exists (select from card_group)`.execute(
    db,
  )
  await sql`
    insert into card_category (code, card_group_id, name, level_sequence, color)
    select ${code}, (select min(group_id) from card_group), ${code}, (select count(*) + 1 from card_category), '#8c8c8c'
    where not exists (select from card_category where code = ${code})`.execute(db)
  if (level) {
    await sql`
      insert into card_level (card_category_id, first_sales_amount, point_multiplier, birthday_multiplier, point_validity_months, effective_from)
      select card_category_id, 0, ${level.multiplier ?? '1'}, ${level.birthday ?? '1'}, ${level.validity ?? null}, '2020-01-01' from card_category where code = ${code}`.execute(
      db,
    )
  }
}

/** Records a past change of a member's category; null means not premium. The membership itself is unchanged. */
export const recordCategoryChange = (
  db: Db,
  MembershipNo: string,
  from: string | null,
  to: string | null,
  day: string,
) =>
  sql`insert into membership_level_history (membership_no, action, from_category, to_category, reason, status, requested_at, effective_date, applied_at)
    values (${MembershipNo}, ${to === null ? 'Downgrade' : 'Upgrade'}, ${from}, ${to}, 'Staff request', 'Approved', ${day}::date, ${day}::date,
      ${day}::date::timestamp at time zone business_zone())`.execute(db)

/** Adds brands to the lookup list; inactive brands, the default, are not covered by the rate for All. */
export async function companyBrands(db: Db, brands: readonly string[], status: 'Active' | 'Inactive' = 'Inactive') {
  for (const brand of brands)
    await sql`insert into list_item (list_name, value, sequence_no, status) values ('Brand', ${brand}, ${nextNumber()}, ${status})
      on conflict do nothing`.execute(db)
}

/** A line of a sale of one piece. */
export const line = (UnitPrice: string, more: object = {}) => ({ Brand: 'Aurelia', UnitPrice, ...more })

/** The ledger invariant: balance = remaining points of lots less arrears = sum of the ledger. */
export async function checkLedger(db: Db, MembershipNo: string) {
  const { rows } = await sql<{
    Balance: number
    Lots: number
    Arrears: number
    Ledger: number
    Owed: number
    Gaps: number
  }>`
    select b.points as balance, b.arrears,
      coalesce(sum(h.point_amount - h.point_reversed - h.point_utilized - h.point_expired), 0)::bigint as lots,
      coalesce(sum(h.points), 0)::bigint as ledger, coalesce(sum(h.point_owed), 0)::bigint as owed,
      b.last_sequence_no - count(h.history_id) as gaps
    from point_balance b left join point_history h using (membership_no)
    where b.membership_no = ${MembershipNo} group by b.membership_no, b.balance_type`.execute(db)
  const books = rows[0]
  if (!books) return { agree: true, points: 0, arrears: 0 }
  const agree =
    books.Balance === books.Ledger &&
    books.Lots - books.Arrears === books.Balance &&
    books.Owed === books.Arrears &&
    books.Gaps === 0
  return { agree, points: books.Balance, arrears: books.Arrears, ...(agree ? {} : { books }) }
}
