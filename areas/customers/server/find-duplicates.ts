import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import { normaliseCode } from '#kit/contract/normal-form.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { createValueList } from '#kit/server/list.ts'
import { maskedIdNo, maskedName } from '#kit/server/masks.ts'
import type * as contract from '../contract/duplicates.ts'
import { normaliseIdentityNo } from '../contract/nric.ts'
import { mainMembershipJoin } from './customer-rows.ts'
import { isLookedUpCustomerSql, outletOfCallerLists } from './outlet-scope.ts'
import { parsePhone } from './phone.ts'

type Visible = z.infer<typeof contract.findDuplicates.reply>['rows'][number]
type Match = Omit<Visible, 'MaskedYN'> & { FullName: string; LookedUp: boolean }

/** The minimum similarity of two names for a hint, together with the same birth date. */
const SIMILAR = 0.4
const FOUND_MAX = 10

/** Finds customers who may be the person in the form. A value that is only partly typed matches no customer. */
export async function findDuplicates(ctx: Ctx, input: Input<typeof contract.findDuplicates>) {
  const matches = matchesOf(input)
  if (matches.length === 0) return createValueList<Visible>([])
  const { rows } = await sql<Match>`
    select match.level, match.reason, customer.customer_id, main_membership.membership_no, customer.status, customer.member_type, customer.full_name,
      customer.id_no, customer.contact_no, customer.email, customer.registered_outlet_code, ${isLookedUpCustomerSql(ctx)} as looked_up
    from (
      select distinct on (customer_id) * from (${sql.join(matches, sql` union all `)}) candidate order by customer_id, severity
    ) match
    join customer using (customer_id) ${mainMembershipJoin}
    where customer.status not in ('Deleted', 'Merged') and customer.customer_id <> ${input.CustomerId ?? 0}
    order by match.severity, customer.full_name, customer.customer_id limit ${FOUND_MAX}`.execute(ctx.db)
  const visible = rows.map((row) => maskForeign(ctx, row))
  // Customers of other outlets whose details are hidden are reported as one entry.
  const reported = visible.filter((row, index) => !isHidden(row) || visible.findIndex(isHidden) === index)
  return createValueList(reported)
}

/** Combines one query for each kind of match. DISTINCT ON returns the most serious match of each customer. */
function matchesOf({ FullName, IdType, IdNo, ContactNo, Email, DateOfBirth }: Input<typeof contract.findDuplicates>) {
  const matches: RawBuilder<unknown>[] = []
  const add = (severity: number, level: string, reason: string, condition: RawBuilder<unknown>) =>
    matches.push(sql`(select ${sql.lit(severity)} as severity, ${sql.lit(level)} as level, ${sql.lit(reason)} as reason, customer_id
      from customer where ${condition} and status not in ('Deleted', 'Merged') limit 20)`)
  const phone = ContactNo && parsePhone(ContactNo)
  if (IdType && IdNo) add(1, 'Block', 'IdNo', sql`id_type = ${IdType} and id_no = ${normaliseIdentityNo(IdNo)}`)
  if (phone) add(2, 'Warn', 'ContactNo', sql`(contact_no = ${phone} or alternate_contact_no = ${phone})`)
  if (Email?.includes('@')) add(3, 'Warn', 'Email', sql`lower(email) = ${normaliseCode(Email).toLowerCase()}`)
  if (FullName && DateOfBirth) {
    // Names match in any word order, for example TAN MEI LING and MEI LING TAN.
    add(
      4,
      'Hint',
      'NameAndBirthDate',
      sql`date_of_birth = ${DateOfBirth} and name_similarity(full_name, ${FullName}) >= ${SIMILAR}`,
    )
  }
  return matches
}

const isHidden = ({ FullName }: Visible) => FullName === null

/**
 * Masks the details of a customer of another outlet.
 * After entering a full number, staff see enough details to ask the person whether this is the person's record.
 * A customer of another outlet who matches by name and birth date is shown without details.
 */
function maskForeign(ctx: Ctx, { LookedUp, ...row }: Match): Visible {
  const ownOutlet = outletOfCallerLists(ctx)
  const IdNo = maskedIdNo(row.IdNo)
  if (ownOutlet === null || row.RegisteredOutletCode === ownOutlet) return { ...row, IdNo, MaskedYN: 'N' }
  if (row.Level === 'Hint' && !LookedUp) return { ...hidden, Level: row.Level, Reason: row.Reason }
  return {
    ...row,
    CustomerId: LookedUp ? row.CustomerId : null,
    MembershipNo: LookedUp ? row.MembershipNo : null,
    IdNo,
    FullName: maskedName(row.FullName),
    ContactNo: maskedPhone(row.ContactNo),
    Email: maskedEmail(row.Email),
    MaskedYN: 'Y',
  }
}

const hidden: Omit<Visible, 'Level' | 'Reason'> = {
  CustomerId: null,
  MembershipNo: null,
  Status: null,
  MemberType: null,
  FullName: null,
  IdNo: null,
  ContactNo: null,
  Email: null,
  RegisteredOutletCode: null,
  MaskedYN: 'Y',
}

const maskedPhone = (phone: string | null) =>
  phone && phone.slice(0, 3) + '*'.repeat(Math.max(0, phone.length - 7)) + phone.slice(-4)

const maskedEmail = (email: string | null) => email?.replace(/^(.)[^@]*/, '$1***') ?? null
