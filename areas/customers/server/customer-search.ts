import { type RawBuilder, sql } from 'kysely'
import { normaliseCode } from '#kit/contract/normal-form.ts'
import { containsName, literal } from '#kit/server/filters.ts'
import { plainMembershipNo } from '../contract/membership-no.ts'
import { plainIdentity } from '../contract/nric.ts'
import { phoneOf, phonePrefixOf } from './phone.ts'

// How typed filters become conditions on `customer`, for every list that shows customers. Each filter gives a condition
// that an index answers, and where it is a full identifier also the exact one, which works across outlets.

export type CustomerFilters = {
  Q?: string | undefined
  FullName?: string | undefined
  IdNo?: string | undefined
  ContactNo?: string | undefined
  Email?: string | undefined
  MembershipNo?: string | undefined
}

type Condition = RawBuilder<unknown>

const startsWith = (text: string) => `${literal(text)}%`

/** Whose name contains every word. */
export const nameCondition = (typed: string): Condition => containsName('customer.full_name', typed)

const plainEmail = (typed: string) => normaliseCode(typed).toLowerCase()
const nobody = sql`false`
const idNoExact = (typed: string) => sql`customer.id_no = ${plainIdentity(typed)}`
const emailPrefix = (typed: string) => sql`lower(customer.email) like ${startsWith(plainEmail(typed))}`
const emailExact = (typed: string) => sql`lower(customer.email) = ${plainEmail(typed)}`
const phoneExact = (phone: string) => sql`(customer.contact_no = ${phone} or customer.alternate_contact_no = ${phone})`

// Separators alone are no number: they would begin every one.
const idNoPrefix = (typed: string) =>
  plainIdentity(typed) === '' ? nobody : sql`customer.id_no like ${startsWith(plainIdentity(typed))}`

function phoneCondition(typed: string): Condition {
  if (!/\d/.test(typed)) return nobody
  const phone = phoneOf(typed)
  return phone ? phoneExact(phone) : sql`customer.contact_no like ${startsWith(phonePrefixOf(typed))}`
}

/** How a membership number is looked for: through the customer, or on the membership that the list shows. */
type Place = 'customer' | 'membership'

function memberPrefix(typed: string, place: Place): Condition {
  const plain = plainMembershipNo(typed)
  if (plain === '') return nobody
  return memberWhere((number) => sql`${number} like ${startsWith(plain)}`, place)
}

const memberExact = (typed: string, place: Place) =>
  memberWhere((number) => sql`${number} = ${plainMembershipNo(typed)}`, place)

/** Who a number stands for: its membership, and the one that it was merged into. */
function memberWhere(fits: (number: Condition) => Condition, place: Place): Condition {
  const survivors = sql`array(select surviving_membership(gone.membership_no) from membership gone
    where gone.merged_into_membership_no is not null and ${fits(sql`gone.membership_no`)})`
  const condition = sql`(${fits(sql`membership.membership_no`)} or membership.membership_no = any(${survivors}))`
  // An array instead of a subquery, because only that can be one of several index scans of an OR.
  return place === 'membership'
    ? condition
    : sql`customer.customer_id = any(array(select membership.customer_id from membership where ${condition}))`
}

/** One box for everything: numbers are looked for among numbers, words among names. */
function anyCondition(text: string): Condition {
  const typed = normaliseCode(text)
  if (typed.includes('@')) return emailPrefix(typed)
  const looked = /\d/.test(typed)
    ? [idNoPrefix(typed), phoneCondition(typed), emailPrefix(typed), memberPrefix(typed, 'customer')]
    : [nameCondition(typed), emailPrefix(typed)]
  return sql`(${sql.join(looked, sql` or `)})`
}

/** The exact meaning of a filter, if what was typed is complete enough to have one. */
function exactConditions(
  { IdNo, ContactNo, Email, MembershipNo, ...rest }: CustomerFilters,
  place: Place,
): Condition[] {
  const Q = rest.Q && normaliseCode(rest.Q)
  const exact: Condition[] = []
  const digits = (typed: string) => (typed.match(/\d/g) ?? []).length
  if (IdNo && plainIdentity(IdNo).length >= 5) exact.push(idNoExact(IdNo))
  if (ContactNo && phoneOf(ContactNo)) exact.push(phoneExact(phoneOf(ContactNo)!))
  if (Email?.includes('@')) exact.push(emailExact(Email))
  if (MembershipNo) exact.push(memberExact(MembershipNo, place))
  if (Q?.includes('@')) exact.push(emailExact(Q))
  else if (Q && digits(Q) >= 5) {
    exact.push(idNoExact(Q), memberExact(Q, 'customer'))
    if (phoneOf(Q)) exact.push(phoneExact(phoneOf(Q)!))
  }
  return exact
}

type Scope = {
  /** The outlet the list is kept to; null means all. */
  outlet: string | null
  /** Which customers of other outlets a full identifier finds: a guest may walk into any. Null: none. */
  across: Condition | null
  place?: Place
}

/** All conditions of a list on `customer` (and, where that is its place, on `membership` beside it). */
export function customerConditions(filters: CustomerFilters, { outlet, across, place = 'customer' }: Scope) {
  const { Q, FullName, IdNo, ContactNo, Email, MembershipNo } = filters
  const conditions: Condition[] = []
  if (FullName) conditions.push(nameCondition(FullName))
  if (IdNo) conditions.push(idNoPrefix(IdNo))
  if (ContactNo) conditions.push(phoneCondition(ContactNo))
  if (Email) conditions.push(emailPrefix(Email))
  if (MembershipNo) conditions.push(memberPrefix(MembershipNo, place))
  if (Q) conditions.push(anyCondition(Q))
  if (outlet !== null) {
    const own = sql`customer.registered_outlet_code = ${outlet}`
    const exact = across ? exactConditions(filters, place) : []
    conditions.push(exact.length > 0 ? sql`(${own} or (${sql.join(exact, sql` or `)}) and ${across})` : own)
  }
  return conditions
}
