import { validateCustomValues } from '#areas/custom-fields/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publishEvent } from '#kit/server/events.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import { ContactField } from '../contract/contact-changes.ts'
import { lookupCustomerFields } from '../contract/customer-fields.ts'
import { customerRefusals, type updateCustomer as endpoint } from '../contract/customers.ts'
import { createDuplicateIdentityError } from './add-customer.ts'
import { recordStaffAmendment } from './amendments/record-amendment.ts'
import { findIdentityOwner } from './create-customer.ts'
import { readCustomerView } from './customer-rows.ts'
import { normalisePhones, refuseFutureBirthDate, validateIdentityNumber } from './customer-values.ts'
import { referrerNamed } from './events.ts'
import { collectLookupValues, refuseUnknownLookupValues } from './known-values.ts'
import { type LockedCustomer, lockEditableCustomer } from './lock-customer.ts'
import { markContactsProved } from './unproved-contacts.ts'

export type CustomerChanges = Omit<Input<typeof endpoint>, 'CustomerId' | 'Version'>

/** Changes those fields of a customer that the request contains. */
export async function updateCustomer(ctx: Ctx, { CustomerId, Version, ...changes }: Input<typeof endpoint>) {
  const customer = await lockEditableCustomer(ctx, CustomerId)
  await refuseStaleVersion(ctx, { record: ['Customer', CustomerId], sent: Version, present: customer.Version }, () =>
    readCustomerView(ctx, CustomerId),
  )
  const after = await writeCustomerChanges(ctx, customer, changes)
  await recordStaffAmendment(ctx, customer, after)

  ctx.audit('Update Customer', 'Customer', CustomerId, `Update Customer in Customer. CustomerId - ${CustomerId}`)
  return readCustomerView(ctx, CustomerId)
}

/** Applies a reviewed change of identifying fields by the same rules as any other change. */
export async function applyReviewedIdentityChange(
  ctx: Ctx,
  CustomerId: number,
  changes: Pick<CustomerChanges, 'FullName' | 'IdType' | 'IdNo' | 'IdNotGivenYN' | 'DateOfBirth' | 'Gender'>,
) {
  await writeCustomerChanges(ctx, await lockEditableCustomer(ctx, CustomerId), changes)
}

/** Validates changes to a locked customer and writes them. Returns the changed customer. */
export async function writeCustomerChanges(ctx: Ctx, customer: LockedCustomer, changes: CustomerChanges) {
  const identity = await validatedChangeOfIdentity(ctx, customer, changes)
  refuseFutureBirthDate(changes.DateOfBirth, ctx.today)
  const outlets = changedOutlets(customer, changes)
  if (outlets.RegisteredOutletCode !== undefined && !ctx.actor.isHQ) throw customerRefusals.outletByHeadOffice()
  // A stored value of a customer remains valid after it was removed from its lookup list.
  const changed = lookupCustomerFields.filter((field) => String(changes[field]) !== String(customer[field]))
  await refuseUnknownLookupValues(ctx, {
    values: collectLookupValues(Object.fromEntries(changed.map((field) => [field, changes[field]]))),
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
  const values = await validateCustomValues(ctx, 'Customer', { changes: CustomValues, stored: customer.CustomValues })
  // Contact fields that staff enter are proved. After self-service, `recordContactChange` marks them as unproved.
  const newContacts = ContactField.options.filter(
    (field) => changes[field] !== undefined && changes[field] !== customer[field],
  )
  if (newContacts.length > 0 && ctx.actor.kind !== 'customer')
    await markContactsProved(ctx, customer.CustomerId, newContacts)
  if (RecommendMembershipNo) await publishEvent(ctx, referrerNamed, { customer, MembershipNo: RecommendMembershipNo })
  // A referrer cannot be changed here once named; only the referrals area can withdraw the referral.
  else if (RecommendMembershipNo === null && customer.RecommendMembershipNo) throw customerRefusals.referrerSet()
  return ctx.db
    .updateTable('Customer')
    .set({
      ...plain,
      ...identity,
      ...outlets,
      ...(values && { CustomValues: values }),
      ...normalisePhones({ ContactNo, AlternateContactNo }, customer.AlternateContactNo),
      // A changed e-mail address is not verified yet.
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
      throw error.constraint === 'customer_identity' ? customerRefusals.duplicateIdentityRace() : error
    })
}

async function validatedChangeOfIdentity(
  ctx: Ctx,
  customer: LockedCustomer,
  { IdType, IdNo, IdNotGivenYN }: CustomerChanges,
) {
  if (IdType === undefined && IdNo === undefined && IdNotGivenYN === undefined) return {}
  const notGiven = IdNotGivenYN ?? (IdNo ? 'N' : customer.IdNotGivenYN)
  const currentIdNo = notGiven === 'Y' ? null : customer.IdNo
  const identity = validateIdentityNumber({
    IdType: IdType === undefined ? customer.IdType : IdType,
    IdNo: IdNo === undefined ? currentIdNo : IdNo,
    IdNotGivenYN: notGiven,
  })
  if (identity.IdNotGivenYN === 'Y' && customer.MemberType === 'Premium Member')
    throw customerRefusals.premiumNeedsIdentity()
  if (identity.IdNo && (identity.IdNo !== customer.IdNo || identity.IdType !== customer.IdType)) {
    const owner = await ctx.db
      .selectFrom('Customer')
      .select('CustomerId')
      .where('IdType', '=', identity.IdType)
      .where('IdNo', '=', identity.IdNo)
      .where('Status', 'not in', ['Deleted', 'Merged'])
      .executeTakeFirst()
    if (owner && owner.CustomerId !== customer.CustomerId)
      throw createDuplicateIdentityError(ctx, await findIdentityOwner(ctx, identity))
  }
  return identity
}

function changedOutlets(customer: LockedCustomer, { RegisteredOutletCode, NearestOutletCode }: CustomerChanges) {
  if (RegisteredOutletCode === null) throw customerRefusals.outletMissing()
  const registered = RegisteredOutletCode?.toUpperCase()
  const nearest = NearestOutletCode?.toUpperCase() ?? null
  return {
    ...(registered !== undefined &&
      registered !== customer.RegisteredOutletCode && { RegisteredOutletCode: registered }),
    ...(NearestOutletCode !== undefined && nearest !== customer.NearestOutletCode && { NearestOutletCode: nearest }),
  }
}

/** Applies a change that staff make in another area, with the usual validation and review. */
export async function applyStaffChange(ctx: Ctx, CustomerId: number, changes: CustomerChanges) {
  const customer = await lockEditableCustomer(ctx, CustomerId)
  await recordStaffAmendment(ctx, customer, await writeCustomerChanges(ctx, customer, changes))
  ctx.audit('Update Customer', 'Customer', CustomerId, `Update Customer in Customer. CustomerId - ${CustomerId}`)
}
