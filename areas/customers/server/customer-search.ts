import { type RawBuilder, sql } from 'kysely'
import { plainMembershipNo } from '#areas/memberships/contract/membership-no.ts'
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

/** A text inside a LIKE pattern, with its own wildcards taken literally. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const startsWith = (text: string) => `${literal(text)}%`

/** Contains every word. A word of one or two letters must begin a name's word: anything less an index can't find. */
export function nameCondition(typed: string): Condition {
  const words = typed.toUpperCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const each = words.map((word) =>
    word.length > 2
      ? sql`customer.full_name like ${`%${literal(word)}%`}`
      : sql`(customer.full_name like ${startsWith(word)} or customer.full_name like ${`% ${startsWith(word)}`})`,
  )
  return each.length > 0 ? sql`(${sql.join(each, sql` and `)})` : sql`true`
}

const idNoPrefix = (typed: string) => sql`customer.id_no like ${startsWith(plainIdentity(typed))}`
const idNoExact = (typed: string) => sql`customer.id_no = ${plainIdentity(typed)}`
const emailPrefix = (typed: string) => sql`lower(customer.email) like ${startsWith(typed.toLowerCase())}`
const emailExact = (typed: string) => sql`lower(customer.email) = ${typed.toLowerCase()}`
const phoneExact = (phone: string) => sql`(customer.contact_no = ${phone} or customer.alternate_contact_no = ${phone})`
const memberPrefix = (typed: string) =>
  sql`customer.customer_id in (select customer_id from membership where membership_no like ${startsWith(plainMembershipNo(typed))})`
const memberExact = (typed: string) =>
  sql`customer.customer_id in (select customer_id from membership where membership_no = ${plainMembershipNo(typed)})`

function phoneCondition(typed: string): Condition {
  const phone = phoneOf(typed)
  return phone ? phoneExact(phone) : sql`customer.contact_no like ${startsWith(phonePrefixOf(typed))}`
}

/** One box for everything: numbers are looked for among numbers, words among names. */
function anyCondition(typed: string): Condition {
  const among = (condition: Condition) => sql`select customer_id from customer where ${condition}`
  if (typed.includes('@')) return emailPrefix(typed)
  const looked = /\d/.test(typed)
    ? [idNoPrefix(typed), phoneCondition(typed), emailPrefix(typed)]
        .map(among)
        .concat(
          sql`select customer_id from membership where membership_no like ${startsWith(plainMembershipNo(typed))}`,
        )
    : [nameCondition(typed), emailPrefix(typed)].map(among)
  return sql`customer.customer_id in (${sql.join(looked, sql` union `)})`
}

/** The exact meaning of a filter, if what was typed is complete enough to have one. */
function exactConditions({ Q, IdNo, ContactNo, Email, MembershipNo }: CustomerFilters): Condition[] {
  const exact: Condition[] = []
  const digits = (typed: string) => (typed.match(/\d/g) ?? []).length
  if (IdNo && plainIdentity(IdNo).length >= 5) exact.push(idNoExact(IdNo))
  if (ContactNo && phoneOf(ContactNo)) exact.push(phoneExact(phoneOf(ContactNo)!))
  if (Email?.includes('@')) exact.push(emailExact(Email))
  if (MembershipNo) exact.push(memberExact(MembershipNo))
  if (Q?.includes('@')) exact.push(emailExact(Q))
  else if (Q && digits(Q) >= 5) {
    exact.push(idNoExact(Q), memberExact(Q))
    if (phoneOf(Q)) exact.push(phoneExact(phoneOf(Q)!))
  }
  return exact
}

/**
 * All conditions of a list. `outlet` is the one the list is kept to (null: all); `mayLookAcross` lets a full
 * identifier find a customer of another outlet (a guest may walk into any).
 */
export function customerConditions(
  filters: CustomerFilters,
  outlet: string | null,
  mayLookAcross: boolean,
): Condition[] {
  const { Q, FullName, IdNo, ContactNo, Email, MembershipNo } = filters
  const conditions: Condition[] = []
  if (FullName) conditions.push(nameCondition(FullName))
  if (IdNo) conditions.push(idNoPrefix(IdNo))
  if (ContactNo) conditions.push(phoneCondition(ContactNo))
  if (Email) conditions.push(emailPrefix(Email))
  if (MembershipNo) conditions.push(memberPrefix(MembershipNo))
  if (Q) conditions.push(anyCondition(Q))
  if (outlet !== null) {
    const exact = mayLookAcross ? exactConditions(filters) : []
    conditions.push(sql`(${sql.join([sql`customer.registered_outlet_code = ${outlet}`, ...exact], sql` or `)})`)
  }
  return conditions
}
