import { checkedValues } from '#areas/custom-fields/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publish } from '#kit/server/events.ts'
import { refuseStale } from '#kit/server/version.ts'
import { ContactField } from '../contract/contact-changes.ts'
import { fieldsOfLists } from '../contract/customer-fields.ts'
import { type updateCustomer as endpoint, refusals } from '../contract/customers.ts'
import { duplicateIdentity } from './add-customer.ts'
import { noteAmendment } from './amendments/note-amendment.ts'
import { ownerOfIdentity } from './create-customer.ts'
import { readView } from './customer-rows.ts'
import { refuseFutureBirth, storedPhones, validatedIdentity } from './customer-values.ts'
import { referrerNamed } from './events.ts'
import { refuseUnknownValues, requestedValues } from './known-values.ts'
import { type LockedCustomer, lockEditable } from './lock-customer.ts'
import { proveContacts } from './unproved-contacts.ts'

export type Changes = Omit<Input<typeof endpoint>, 'CustomerId' | 'Version'>

/** Changes the fields that were sent and leaves the others. */
export async function updateCustomer(ctx: Ctx, { CustomerId, Version, ...changes }: Input<typeof endpoint>) {
  const customer = await lockEditable(ctx, CustomerId)
  await refuseStale(ctx, { record: ['Customer', CustomerId], sent: Version, present: customer.Version }, () =>
    readView(ctx, CustomerId),
  )
  const after = await writeChanges(ctx, customer, changes)
  await noteAmendment(ctx, customer, after)

  ctx.audit('Update Customer', 'Customer', CustomerId, `Update Customer in Customer. CustomerId - ${CustomerId}`)
  return readView(ctx, CustomerId)
}

/** Makes out who a customer is as a review decided; the rules are those of every change. */
export async function changeIdentity(
  ctx: Ctx,
  CustomerId: number,
  changes: Pick<Changes, 'FullName' | 'IdType' | 'IdNo' | 'IdNotGivenYN' | 'DateOfBirth' | 'Gender'>,
) {
  await writeChanges(ctx, await lockEditable(ctx, CustomerId), changes)
}

/** Writes what is allowed of the changes into a locked customer, and answers who he is afterwards. */
export async function writeChanges(ctx: Ctx, customer: LockedCustomer, changes: Changes) {
  const identity = await validatedChangeOfIdentity(ctx, customer, changes)
  refuseFutureBirth(changes.DateOfBirth, ctx.today)
  const outlets = changedOutlets(customer, changes)
  if (outlets.RegisteredOutletCode !== undefined && !ctx.actor.isHQ) throw refusals.outletByHeadOffice()
  // What stood before may stay, even where its list lost the value meanwhile.
  const changed = fieldsOfLists.filter((field) => String(changes[field]) !== String(customer[field]))
  await refuseUnknownValues(ctx, {
    values: requestedValues(Object.fromEntries(changed.map((field) => [field, changes[field]]))),
    outlets: Object.values(outlets),
    staffId: changes.PreferredStaffId === customer.PreferredStaffId ? null : changes.PreferredStaffId,
    leadSourceId: changes.LeadSourceId === customer.LeadSourceId ? null : changes.LeadSourceId,
  })

  const {
    RecommendMembershipNo,
    ContactNo,
    AlternateContactNo,
    Email,
    RegisteredOutletCode: _,
    NearestOutletCode: __,
    CustomValues,
    ...plain
  } = changes
  const values = await checkedValues(ctx, 'Customer', { sent: CustomValues, held: customer.CustomValues })
  // Staff who enter another address answer for it; on public pages `noteContactChange` marks it as unproved.
  const entered = ContactField.options.filter(
    (field) => changes[field] !== undefined && changes[field] !== customer[field],
  )
  if (entered.length > 0 && ctx.actor.kind !== 'customer') await proveContacts(ctx, customer.CustomerId, entered)
  if (RecommendMembershipNo) await publish(ctx, referrerNamed, { customer, MembershipNo: RecommendMembershipNo })
  // A friend who was named stays; taking a referral back is the referral area's business.
  else if (RecommendMembershipNo === null && customer.RecommendMembershipNo) throw refusals.referrerSet()
  return ctx.db
    .updateTable('Customer')
    .set({
      ...plain,
      ...identity,
      ...outlets,
      ...(values && { CustomValues: values }),
      ...storedPhones({ ContactNo, AlternateContactNo }, customer.AlternateContactNo),
      // Another address has not been verified.
      ...(Email !== undefined && { Email }),
      ...(Email !== undefined && Email !== customer.Email && { VerifiedEmailYN: 'N' as const, VerifiedEmailAt: null }),
      Version: customer.Version + 1,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    .where('CustomerId', '=', customer.CustomerId)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'customer_identity' ? refusals.duplicateIdentityRace() : error
    })
}

async function validatedChangeOfIdentity(ctx: Ctx, customer: LockedCustomer, { IdType, IdNo, IdNotGivenYN }: Changes) {
  if (IdType === undefined && IdNo === undefined && IdNotGivenYN === undefined) return {}
  const notGiven = IdNotGivenYN ?? (IdNo ? 'N' : customer.IdNotGivenYN)
  const kept = notGiven === 'Y' ? null : customer.IdNo
  const identity = validatedIdentity({
    IdType: IdType === undefined ? customer.IdType : IdType,
    IdNo: IdNo === undefined ? kept : IdNo,
    IdNotGivenYN: notGiven,
  })
  if (identity.IdNotGivenYN === 'Y' && customer.MemberType === 'Premium Member') throw refusals.premiumNeedsIdentity()
  if (identity.IdNo && (identity.IdNo !== customer.IdNo || identity.IdType !== customer.IdType)) {
    const owner = await ctx.db
      .selectFrom('Customer')
      .select('CustomerId')
      .where('IdType', '=', identity.IdType)
      .where('IdNo', '=', identity.IdNo)
      .where('Status', 'not in', ['Deleted', 'Merged'])
      .executeTakeFirst()
    if (owner && owner.CustomerId !== customer.CustomerId)
      throw duplicateIdentity(ctx, await ownerOfIdentity(ctx, identity))
  }
  return identity
}

function changedOutlets(customer: LockedCustomer, { RegisteredOutletCode, NearestOutletCode }: Changes) {
  if (RegisteredOutletCode === null) throw refusals.outletMissing()
  const registered = RegisteredOutletCode?.toUpperCase()
  const nearest = NearestOutletCode?.toUpperCase() ?? null
  return {
    ...(registered !== undefined &&
      registered !== customer.RegisteredOutletCode && { RegisteredOutletCode: registered }),
    ...(NearestOutletCode !== undefined && nearest !== customer.NearestOutletCode && { NearestOutletCode: nearest }),
  }
}

/** What another area changes of a customer for staff: under the rules, and with the review, of every change. */
export async function changeByStaff(ctx: Ctx, CustomerId: number, changes: Changes) {
  const customer = await lockEditable(ctx, CustomerId)
  await noteAmendment(ctx, customer, await writeChanges(ctx, customer, changes))
  ctx.audit('Update Customer', 'Customer', CustomerId, `Update Customer in Customer. CustomerId - ${CustomerId}`)
}
