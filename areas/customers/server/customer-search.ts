import { type RawBuilder, sql } from 'kysely'
import { normaliseCode } from '#kit/contract/normal-form.ts'
import { containsName, escapeLikeWildcards } from '#kit/server/filters.ts'
import { normaliseMembershipNo } from '../contract/membership-no.ts'
import { normaliseIdentityNo } from '../contract/nric.ts'
import { parsePhone, toPhoneNumberPrefix } from './phone.ts'

// Converts typed filters to SQL conditions on `customer` for all lists of customers. An index supports each condition.
// A full identifier also gives an exact condition, which finds customers of all outlets.

export type CustomerFilters = {
  Q?: string | undefined
  FullName?: string | undefined
  IdNo?: string | undefined
  ContactNo?: string | undefined
  Email?: string | undefined
  MembershipNo?: string | undefined
}

type Condition = RawBuilder<unknown>

const startsWith = (text: string) => `${escapeLikeWildcards(text)}%`

/** True in SQL if the name contains every typed word. */
export const customerNameCondition = (typed: string): Condition => containsName('customer.full_name', typed)

const plainEmail = (typed: string) => normaliseCode(typed).toLowerCase()
const matchesNone = sql`false`
const idNoExact = (typed: string) => sql`customer.id_no = ${normaliseIdentityNo(typed)}`
const emailPrefix = (typed: string) => sql`lower(customer.email) like ${startsWith(plainEmail(typed))}`
const emailExact = (typed: string) => sql`lower(customer.email) = ${plainEmail(typed)}`
const phoneExact = (phone: string) => sql`(customer.contact_no = ${phone} or customer.alternate_contact_no = ${phone})`

// Text without letters and digits matches no customer, because an empty prefix would match every customer.
const idNoPrefix = (typed: string) =>
  normaliseIdentityNo(typed) === '' ? matchesNone : sql`customer.id_no like ${startsWith(normaliseIdentityNo(typed))}`

function phoneCondition(typed: string): Condition {
  if (!/\d/.test(typed)) return matchesNone
  const phone = parsePhone(typed)
  return phone ? phoneExact(phone) : sql`customer.contact_no like ${startsWith(toPhoneNumberPrefix(typed))}`
}

/** The record that a typed membership number must match: the customer, or the membership of the list row. */
type SearchTarget = 'customer' | 'membership'

function memberPrefix(typed: string, target: SearchTarget): Condition {
  const plain = normaliseMembershipNo(typed)
  if (plain === '') return matchesNone
  return memberWhere((number) => sql`${number} like ${startsWith(plain)}`, target)
}

const memberExact = (typed: string, target: SearchTarget) =>
  memberWhere((number) => sql`${number} = ${normaliseMembershipNo(typed)}`, target)

/** True in SQL if a membership has the number, or if the number was merged into the membership. */
function memberWhere(matches: (number: Condition) => Condition, target: SearchTarget): Condition {
  const survivors = sql`array(select surviving_membership(merged.membership_no) from membership merged
    where merged.merged_into_membership_no is not null and ${matches(sql`merged.membership_no`)})`
  const condition = sql`(${matches(sql`membership.membership_no`)} or membership.membership_no = any(${survivors}))`
  // The condition uses an array, because PostgreSQL cannot combine a subquery with other index scans of an OR.
  return target === 'membership'
    ? condition
    : sql`customer.customer_id = any(array(select membership.customer_id from membership where ${condition}))`
}

/** The SQL condition of the general search box: text with digits matches numbers, other text matches names. */
function anyCondition(text: string): Condition {
  const typed = normaliseCode(text)
  if (typed.includes('@')) return emailPrefix(typed)
  const conditions = /\d/.test(typed)
    ? [idNoPrefix(typed), phoneCondition(typed), emailPrefix(typed), memberPrefix(typed, 'customer')]
    : [customerNameCondition(typed), emailPrefix(typed)]
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** The SQL conditions for filters by a full identifier, which must match exactly. */
function exactConditions(
  { IdNo, ContactNo, Email, MembershipNo, ...others }: CustomerFilters,
  target: SearchTarget,
): Condition[] {
  const Q = others.Q && normaliseCode(others.Q)
  const exact: Condition[] = []
  const digits = (typed: string) => (typed.match(/\d/g) ?? []).length
  if (IdNo && normaliseIdentityNo(IdNo).length >= 5) exact.push(idNoExact(IdNo))
  if (ContactNo && parsePhone(ContactNo)) exact.push(phoneExact(parsePhone(ContactNo)!))
  if (Email?.includes('@')) exact.push(emailExact(Email))
  if (MembershipNo) exact.push(memberExact(MembershipNo, target))
  if (Q?.includes('@')) exact.push(emailExact(Q))
  else if (Q && digits(Q) >= 5) {
    exact.push(idNoExact(Q), memberExact(Q, 'customer'))
    if (parsePhone(Q)) exact.push(phoneExact(parsePhone(Q)!))
  }
  return exact
}

type Scope = {
  /** The outlet to which the list of customers is restricted; null means all outlets. */
  outlet: string | null
  /** Matches customers of other outlets by a full identifier; null if the list excludes them. */
  across: Condition | null
  target?: SearchTarget
}

/** Returns the conditions of a list on `customer`, and on `membership` if the list joins memberships. */
export function customerConditions(filters: CustomerFilters, { outlet, across, target = 'customer' }: Scope) {
  const { Q, FullName, IdNo, ContactNo, Email, MembershipNo } = filters
  const conditions: Condition[] = []
  if (FullName) conditions.push(customerNameCondition(FullName))
  if (IdNo) conditions.push(idNoPrefix(IdNo))
  if (ContactNo) conditions.push(phoneCondition(ContactNo))
  if (Email) conditions.push(emailPrefix(Email))
  if (MembershipNo) conditions.push(memberPrefix(MembershipNo, target))
  if (Q) conditions.push(anyCondition(Q))
  if (outlet !== null) {
    const inOutlet = sql`customer.registered_outlet_code = ${outlet}`
    const exact = across ? exactConditions(filters, target) : []
    conditions.push(exact.length > 0 ? sql`(${inOutlet} or (${sql.join(exact, sql` or `)}) and ${across})` : inOutlet)
  }
  return conditions
}
