import { type RawBuilder, sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import {
  customerNameCondition,
  grantAccessToCustomers,
  outletOfCallerLists,
  parsePhone,
  toPhoneNumberPrefix,
} from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { foldText, hasCjk, normaliseCode } from '#kit/contract/normal-form.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { escapeLikeWildcards } from '#kit/server/filters.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import type { lookupMember as endpoint, LookupKind, LookupRow } from '../../contract/counter.ts'

const ROWS_MAX = 10
/** The maximum number of rows that the search at the counter returns. With more matches the user must type more. */
const COUNT_MAX = 1000

type LookupResult = { Kind: LookupKind; ExactYN: 'Y' | 'N'; count: number; rows: LookupRow[] }

/** The search at the counter: a full identifier matches at any outlet, other text only at the caller's outlet. */
export async function lookupMember(ctx: Ctx, input: Input<typeof endpoint>): Promise<LookupResult> {
  const Typed = normaliseCode(input.Typed)
  if (Typed === '') return { Kind: 'None', ExactYN: 'N', count: 0, rows: [] }
  return (
    (await findExact(ctx, Typed)) ?? (await browse(ctx, Typed)) ?? { Kind: 'None', ExactYN: 'N', count: 0, rows: [] }
  )
}

const columns = sql`membership.membership_no, customer.customer_id, customer.full_name, customer.id_no, customer.contact_no, customer.email,
  membership.status, membership.member_type, membership.card_category_code, category.name as card_category_name, category.color,
  customer.registered_outlet_code, coalesce(balance.points, 0) as point_balance`

const joinsOf = ({ today }: Ctx) => sql`
  join customer on customer.customer_id = membership.customer_id and customer.status not in ('Deleted', 'Merged')
  left join card_category category on category.code = membership.card_category_code and category.status <> 'Deleted'
  left join balances(${today}) balance on balance.membership_no = membership.membership_no`

/** Finds a full identifier. The first kind that matches wins, so a membership number is never read as a phone number. */
async function findExact(ctx: Ctx, typed: string): Promise<LookupResult | undefined> {
  const plain = normaliseMembershipNo(typed)
  const phone = parsePhone(typed)
  const match = (priority: number, kind: LookupKind, condition: RawBuilder<unknown>) => sql`
    select ${sql.lit(priority)} as priority, ${sql.lit(kind)} as kind, match.membership_no
    from customer owner join membership match on match.customer_id = owner.customer_id and match.status <> 'Deleted'
    where ${condition}`
  const hits = typed.includes('@')
    ? [match(4, 'Email', sql`lower(owner.email) = ${typed.toLowerCase()}`)]
    : [
        sql`select 1 as priority, 'MembershipNo' as kind, membership_no from membership
          where membership_no in (${plain}, setting_text('membership.prefix') || ${plain}) and status <> 'Deleted'`,
        match(2, 'IdNo', sql`owner.id_no = ${plain}`),
        ...(phone
          ? [match(3, 'ContactNo', sql`(owner.contact_no = ${phone} or owner.alternate_contact_no = ${phone})`)]
          : []),
      ]

  // A merged number is replaced by that of the surviving membership.
  const { rows } = await sql<LookupRow & { Kind: LookupKind }>`
    with recursive hit as (
      select kind, membership_no from (select kind, membership_no, rank() over (order by priority) from (${sql.join(hits, sql` union all `)}) every) ranked where rank = 1
    ),
    trail as (
      select hit.kind, hit.membership_no as typed_no, membership.membership_no, membership.status, membership.merged_into_membership_no, 1 as step
      from hit join membership using (membership_no)
      union all
      select trail.kind, trail.typed_no, membership.membership_no, membership.status, membership.merged_into_membership_no, step + 1
      from trail join membership on membership.membership_no = trail.merged_into_membership_no
      where trail.status = 'Merged' and step < 20
    )
    select distinct on (membership.membership_no) trail.kind, ${columns},
      case when trail.typed_no <> membership.membership_no then trail.typed_no end as former_membership_no
    from trail join membership on membership.membership_no = trail.membership_no ${joinsOf(ctx)}
    where trail.status not in ('Merged', 'Deleted')
    order by membership.membership_no, former_membership_no nulls first limit ${ROWS_MAX}`.execute(ctx.db)
  const first = rows[0]
  if (first) await grantAccessToCustomers(ctx, rows, first.Kind)
  return first && { Kind: first.Kind, ExactYN: 'Y', count: rows.length, rows: rows.map(toListed) }
}

/** Finds numbers by their beginning and names by their words, in the caller's outlet only. */
async function browse(ctx: Ctx, typed: string): Promise<LookupResult | undefined> {
  const plain = normaliseMembershipNo(typed)
  const numeric = /\d/.test(typed)
  const least = numeric ? 4 : hasCjk(plain) ? 1 : 2
  if (plain.length < least || typed.includes('@')) return undefined
  const outlet = outletOfCallerLists(ctx)
  const among = numeric
    ? sql`(select membership_no from membership where membership_no like ${`${escapeLikeWildcards(plain)}%`}
        union select match.membership_no from customer owner join membership match using (customer_id)
        where owner.id_no like ${`${escapeLikeWildcards(plain)}%`} or owner.contact_no like ${`${escapeLikeWildcards(toPhoneNumberPrefix(typed))}%`})`
    : undefined
  const where = sql`where membership.status in ('Active', 'Inactive', 'Suspended')
    and ${among ? sql`membership.membership_no in ${among}` : customerNameCondition(typed)}
    and ${outlet === null ? sql`true` : sql`customer.registered_outlet_code = ${outlet}`}`
  // Only the first matches are sorted, because with a long list the user must type more anyway.
  const { rows } = await sql<LookupRow & { Count: number }>`
    with found as materialized (
      select membership.membership_no from membership join customer on customer.customer_id = membership.customer_id
      ${where} limit ${COUNT_MAX}
    )
    select (select count(*) from found) as count, ${columns}, null as former_membership_no
    from found join membership on membership.membership_no = found.membership_no ${joinsOf(ctx)}
    order by ${numeric ? sql`` : nameRank(typed)} customer.full_name, membership.membership_no limit ${ROWS_MAX}`.execute(
    ctx.db,
  )
  const first = rows[0]
  return (
    first && { Kind: numeric ? 'MembershipNo' : 'Name', ExactYN: 'N', count: first.Count, rows: rows.map(toListed) }
  )
}

/** Sorts the matches of whole words first: for TAN the family name Tan, then Tanaka and Intan. */
function nameRank(typed: string) {
  const name = escapeLikeWildcards(foldText(typed))
  const folded = sql`fold_text(customer.full_name)`
  return sql`case when ${folded} like ${`${name} %`} or ${folded} like ${name} then 0
    when ${folded} like ${`% ${name} %`} or ${folded} like ${`% ${name}`} then 1
    when ${folded} like ${`${name}%`} then 2 else 3 end,`
}

function toListed(row: LookupRow): LookupRow {
  const {
    MembershipNo,
    CustomerId,
    FullName,
    IdNo,
    ContactNo,
    Email,
    Status,
    MemberType,
    CardCategoryCode,
    CardCategoryName,
    Color,
  } = row
  const { RegisteredOutletCode, PointBalance, FormerMembershipNo } = row
  return {
    ...{
      MembershipNo,
      CustomerId,
      FullName,
      IdNo: maskedIdNo(IdNo),
      ContactNo,
      Email,
      Status,
      MemberType,
      CardCategoryCode,
      CardCategoryName,
    },
    ...{ Color, RegisteredOutletCode, PointBalance, FormerMembershipNo },
  }
}
