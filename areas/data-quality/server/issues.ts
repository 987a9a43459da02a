import { type RawBuilder, sql } from 'kysely'
import {
  customerConditions,
  customerRowColumns,
  mainMembershipJoin,
  resolveOutletFilter,
} from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import { archiveRefusals } from '../contract/archive.ts'
import type * as contract from '../contract/quality.ts'
import { type CustomerWithIssues, Issue } from '../contract/quality.ts'

// The SQL conditions on `customer` for each kind of data issue.

const isLive = sql`not in ('Deleted', 'Merged')`
const home = (condition: RawBuilder<unknown>) =>
  sql`exists (select from customer_address home where home.customer_id = customer.customer_id and home.status = 'Active' and ${condition})`

/** The SQL subquery for values that several customers share, found by one grouping of all customers. */
const sharedValues = (key: RawBuilder<unknown>) =>
  sql`(select ${key} from customer other where status ${isLive} and (${key}) is not null group by 1 having count(*) > 1)`

/** True in SQL for a self-registration under review with an identity number of another customer. */
const claimsIdentity = sql`exists (select from profile_updated_history claim where claim.customer_id = customer.customer_id
  and claim.action_type = 'Create' and claim.review_yn = 'Y' and claim.reviewed_date is null)`

const isShared = sql`(${claimsIdentity} or customer.contact_no in ${sharedValues(sql`other.contact_no`)}
  or lower(customer.email) in ${sharedValues(sql`lower(other.email)`)}
  or (customer.date_of_birth, customer.full_name) in (
    -- The offset prevents the planner from reading row by row through an index on the date alone.
    select date_of_birth, full_name from (select date_of_birth, full_name from customer other where status ${isLive} and date_of_birth is not null offset 0) candidate
    group by 1, 2 having count(*) > 1))`

/** Tests the same as `isShared`, but per row, for queries of a few customers. */
const hasDuplicate = sql`(${claimsIdentity} or exists (
  select from customer other where other.status ${isLive} and other.customer_id <> customer.customer_id and (
    other.contact_no = customer.contact_no or lower(other.email) = lower(customer.email)
    or (other.date_of_birth = customer.date_of_birth and other.full_name = customer.full_name))))`

const conditions: Record<Issue, RawBuilder<unknown>> = {
  Duplicate: isShared,
  // The latest consent decides; a customer without a consent entry has given no consent.
  Consent: sql`coalesce((select granted_yn from customer_consent consent where consent.customer_id = customer.customer_id and channel = 'Service'
    order by recorded_at desc, consent_id desc limit 1), 'N') = 'N'`,
  Identity: sql`customer.id_no is null`,
  IdentityIssue: sql`nric_issue(customer.id_type, customer.id_no, customer.date_of_birth, customer.gender)`,
  DateOfBirth: sql`customer.date_of_birth is null`,
  Gender: sql`customer.gender is null`,
  ContactNo: sql`customer.contact_no is null`,
  Email: sql`customer.email is null`,
  EmailUnverified: sql`(customer.email is not null and customer.verified_email_yn = 'N')`,
  Address: sql`not ${home(sql`true`)}`,
  ReturnedMail: home(sql`home.is_primary_yn = 'Y' and home.returned_mail_yn = 'Y'`),
}

const conditionOf = (issue: Issue) => conditions[issue]

/** True in SQL if a customer has any data issue. Cheap conditions are evaluated first. */
const anyIssue = sql`(${sql.join(
  [...Issue.options].sort((a, b) => cost(a) - cost(b)).map((issue) => conditions[issue]),
  sql` or `,
)})`

function cost(issue: Issue) {
  if (issue === 'Duplicate') return 2
  return ['IdentityIssue', 'Consent', 'Address', 'ReturnedMail'].includes(issue) ? 1 : 0
}

/** The SQL array of the data issues of one row of `customer`. */
const issuesOfRow = sql`array_remove(array[${sql.join(
  Issue.options.map(
    (issue) => sql`case when ${issue === 'Duplicate' ? hasDuplicate : conditions[issue]} then ${sql.lit(issue)} end`,
  ),
)}], null)`

/** The SQL condition for customers without service consent, with one scan instead of one lookup per customer. */
const withoutConsent = sql`customer.customer_id not in (
  select customer_id from (
    select distinct on (customer_id) customer_id, granted_yn from customer_consent where channel = 'Service'
    order by customer_id, recorded_at desc, consent_id desc
  ) latest where granted_yn = 'Y')`

/**
 * The SQL query that counts the data issues of the customers who match the condition.
 * The query returns `counts` per issue in list order, `checked` customers, and `doubtful` customers with any issue.
 * Each condition of a data issue is evaluated once per customer before counting.
 */
export const issueCountsSql = (customers: RawBuilder<unknown>) => {
  const name = (issue: Issue) => sql.ref(`evaluated.${issue}`)
  const columns = Issue.options.map(
    (issue) => sql`${issue === 'Consent' ? withoutConsent : conditions[issue]} as ${sql.ref(issue)}`,
  )
  return sql`select array[${sql.join(Issue.options.map((issue) => sql`count(*) filter (where ${name(issue)})`))}] as counts,
      count(*)::int as checked, count(*) filter (where ${sql.join(Issue.options.map(name), sql` or `)})::int as doubtful
    from (select ${sql.join(columns)} from customer where ${customers} offset 0) evaluated`
}

export async function countIssues(ctx: Ctx, { RegisteredOutletCode }: Input<typeof contract.countIssues>) {
  const outlet = resolveOutletFilter(ctx, RegisteredOutletCode || undefined, archiveRefusals.otherOutlet)
  const { rows } = await sql<{ Counts: number[] }>`
    ${issueCountsSql(sql`customer.status in ('Active', 'Inactive', 'Suspended')
      and ${outlet === null ? sql`true` : sql`customer.registered_outlet_code = ${outlet}`}`)}`.execute(ctx.db)
  const counts = rows[0]?.Counts ?? []
  return { rows: Issue.options.map((issue, index) => ({ Issue: issue, Count: Number(counts[index] ?? 0) })) }
}

/** Lists the customers whose data must be completed or corrected. */
export function listCustomersWithIssues(ctx: Ctx, { Search }: Input<typeof contract.listCustomersWithIssues>) {
  const { CustomerId, Issue, Q, Tag, MemberType, Status, PreferredStaffId } = Search
  const outlet = resolveOutletFilter(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet)
  return sqlList({
    from: sql`customer`,
    where: [
      Status ? equals('customer.status', Status) : sql`customer.status in ('Active', 'Inactive', 'Suspended')`,
      equals('customer.member_type', MemberType),
      equals('customer.preferred_staff_id', PreferredStaffId),
      Tag &&
        sql`customer.customer_id in (select customer_id from customer_tag where upper(name) = upper(${Tag}) and status = 'Active')`,
      ...customerConditions({ Q }, { outlet, across: null }),
      equals('customer.customer_id', CustomerId),
      Issue ? conditionOf(Issue) : CustomerId === undefined && anyIssue,
    ],
    page: { keys: sql`customer.*`, as: 'customer', joins: mainMembershipJoin },
    select: sql<Omit<CustomerWithIssues, 'TagNames'>>`${customerRowColumns}, customer.preferred_staff_id,
      (select full_name from staff where staff_id = customer.preferred_staff_id) as preferred_staff_name,
      ${issuesOfRow} as issues,
      coalesce((select jsonb_agg(jsonb_build_object('TagId', tag_id, 'Name', name) order by name) from customer_tag tag
        where tag.customer_id = customer.customer_id and tag.status = 'Active'), '[]') as tags`,
    sort: { FullName: 'customer.full_name', CreatedAt: 'customer.created_at' },
    tie: 'customer.customer_id',
    map: (row) => ({ ...withMaskedIdNo(row), TagNames: row.Tags.map(({ Name }) => Name) }),
  })
}
