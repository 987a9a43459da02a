import { sql } from 'kysely'
import { validateCustomValues } from '#areas/custom-fields/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publishEvent } from '#kit/server/events.ts'
import { ContactField } from '../contract/contact-changes.ts'
import { type addCustomer, customerRefusals, type RegistrationSource } from '../contract/customers.ts'
import { insertAddress } from './addresses/insert-address.ts'
import { insertConsents } from './consents/insert-consents.ts'
import { normalisePhones, refuseFutureBirthDate, validateIdentityNumber } from './customer-values.ts'
import { customerRegistered, referrerNamed } from './events.ts'
import { collectLookupValues, refuseUnknownLookupValues } from './known-values.ts'
import { createMembership } from './memberships/create-membership.ts'
import { outletOfCallerLists } from './outlet-scope.ts'
import { markContactsUnproved } from './unproved-contacts.ts'

const UNIQUE = '23505'

type NewCustomer = Input<typeof addCustomer> & {
  RegistrationSource: RegistrationSource
  /** Set by the import of leads, for which a phone number in use also means an existing customer. */
  ContactNoIsUnique?: boolean
  /**
   * Set for public pages: neither the reply nor its time reveals whether the identity number is in use.
   * A public page creates the customer without the identity number, which is stored later if no other customer has it.
   */
  identityIfFree?: true
  /** The e-mail address that a code proved in a registration on a public page. Any other address is unproved. */
  provedEmail?: string | null
}

export type CustomerCreationOutcome =
  | { created: true; CustomerId: number; HasIdentity: boolean }
  | {
      created: false
      reason: 'IdNo' | 'ContactNo'
      CustomerId: number
      FullName: string
      RegisteredOutletCode: string
      MembershipNo: string | null
    }

/**
 * Registers a customer with a non-premium membership, consents and address, in the caller's transaction.
 * Of two concurrent registrations with one identity number the second gets the owner and writes nothing.
 */
export async function createCustomer(ctx: Ctx, input: NewCustomer): Promise<CustomerCreationOutcome> {
  const { Consents, Address, RegistrationSource, RecommendMembershipNo, CustomValues, ...options } = input
  const { ContactNoIsUnique, identityIfFree, provedEmail, ...fields } = options
  const identity = validateIdentityNumber({
    IdType: fields.IdType ?? null,
    IdNo: fields.IdNo ?? null,
    IdNotGivenYN: fields.IdNotGivenYN,
  })
  refuseFutureBirthDate(fields.DateOfBirth, ctx.today)
  if (!Consents.some(({ Channel, GrantedYN }) => Channel === 'Service' && GrantedYN === 'Y'))
    throw customerRefusals.serviceConsentMissing()
  const RegisteredOutletCode = fields.RegisteredOutletCode?.toUpperCase() ?? ctx.actor.outletCode
  if (!RegisteredOutletCode) throw customerRefusals.outletMissing()
  const ownOutlet = outletOfCallerLists(ctx)
  if (ownOutlet !== null && ownOutlet !== RegisteredOutletCode) throw customerRefusals.ownOutletOnly()
  const NearestOutletCode = fields.NearestOutletCode?.toUpperCase() ?? null
  const phones = normalisePhones(fields)

  await refuseUnknownLookupValues(ctx, {
    values: collectLookupValues({ ...fields, IdType: identity.IdType }),
    outlets: [RegisteredOutletCode, NearestOutletCode],
    staffId: fields.PreferredStaffId,
    leadSourceId: fields.LeadSourceId,
  })
  if (ContactNoIsUnique) {
    const owner = await ownerOfPhone(ctx, phones.ContactNo!)
    if (owner) return { created: false, reason: 'ContactNo', ...owner }
  }

  const values = await validateCustomValues(ctx, 'Customer', {
    changes: CustomValues,
    complete: RegistrationSource === 'CRM',
  })
  const added = await ctx.db
    .insertInto('Customer')
    .values({
      ...fields,
      ...(identityIfFree ? { ...identity, IdType: null, IdNo: null } : identity),
      ...phones,
      RegisteredOutletCode,
      NearestOutletCode,
      RegistrationSource,
      ...(values && { CustomValues: values }),
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    // The insert waits for a concurrent registration of the same number, so that the next query finds its row.
    .onConflict((conflict) =>
      conflict.columns(['IdType', 'IdNo']).where(sql<boolean>`status not in ('Deleted', 'Merged')`).doNothing(),
    )
    .returning(['CustomerId', 'RecommendMembershipNo', 'CreatedAt'])
    .executeTakeFirst()
  if (!added) return { created: false, reason: 'IdNo', ...(await findIdentityOwner(ctx, identity)) }

  const { CustomerId } = added
  const HasIdentity = identityIfFree ? await takeIdentity(ctx, CustomerId, identity) : true
  if (RegistrationSource === 'Self Registration Portal') {
    const typed = ContactField.options.filter(
      (field) => fields[field] && !(field === 'Email' && fields.Email === provedEmail),
    )
    await markContactsUnproved(ctx, CustomerId, typed)
  }
  await Promise.all([
    insertConsents(ctx, CustomerId, Consents, RegisteredOutletCode),
    Address && insertAddress(ctx, CustomerId, Address),
  ])
  await createMembership(ctx, { CustomerId })
  await publishEvent(ctx, customerRegistered, { CustomerId })
  if (RecommendMembershipNo)
    await publishEvent(ctx, referrerNamed, { customer: added, MembershipNo: RecommendMembershipNo })
  ctx.audit('Create Customer', 'Customer', CustomerId, `Create Customer in Customer. CustomerId - ${CustomerId}`)
  return { created: true, CustomerId, HasIdentity }
}

type Identity = ReturnType<typeof validateIdentityNumber>

/** Stores the identity number if no other customer has it. Always updates the row, so that the time is the same. */
async function takeIdentity(ctx: Ctx, CustomerId: number, { IdType, IdNo }: Identity): Promise<boolean> {
  if (IdNo === null) return true
  const assign = () =>
    sql<{ HasIdentity: boolean }>`
      update customer set id_type = case when free then ${IdType} end, id_no = case when free then ${IdNo} end,
        id_not_given_yn = case when free then 'N' else 'Y' end
      from (select not exists (
        select from customer where id_type = ${IdType} and id_no = ${IdNo} and status not in ('Deleted', 'Merged')) as free) owner
      where customer_id = ${CustomerId} returning free as has_identity`.execute(ctx.db)
  await sql`savepoint identity`.execute(ctx.db)
  const { rows } = await assign().catch(async (error: { code?: string }) => {
    if (error.code !== UNIQUE) throw error
    // A concurrent registration with the same number has committed in the meantime.
    await sql`rollback to savepoint identity`.execute(ctx.db)
    return assign()
  })
  return rows[0]!.HasIdentity
}

type Owner = { CustomerId: number; FullName: string; RegisteredOutletCode: string; MembershipNo: string | null }

const selectOwners = (ctx: Ctx) =>
  ctx.db
    .selectFrom('Customer')
    .select(['Customer.CustomerId', 'Customer.FullName', 'Customer.RegisteredOutletCode'])
    .select((expression) =>
      expression
        .selectFrom('Membership')
        .select('Membership.MembershipNo')
        .whereRef('Membership.CustomerId', '=', 'Customer.CustomerId')
        .orderBy('Membership.JoinDate')
        .limit(1)
        .as('MembershipNo'),
    )
    .where('Customer.Status', 'not in', ['Deleted', 'Merged'])

/** Returns the owner of an identity number. Throws if the owner was deleted meanwhile. */
export async function findIdentityOwner(
  ctx: Ctx,
  { IdType, IdNo }: { IdType: string | null; IdNo: string | null },
): Promise<Owner> {
  const owner = await selectOwners(ctx)
    .where('Customer.IdType', '=', IdType)
    .where('Customer.IdNo', '=', IdNo)
    .executeTakeFirst()
  if (!owner) throw customerRefusals.duplicateIdentityRace()
  return owner
}

/** Returns the owner of a phone number. Registrations with the same number run one after another under a lock. */
async function ownerOfPhone(ctx: Ctx, phone: string): Promise<Owner | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customer phone ${phone}`}, 0))`.execute(ctx.db)
  return selectOwners(ctx)
    .where((expression) =>
      expression.or([
        expression('Customer.ContactNo', '=', phone),
        expression('Customer.AlternateContactNo', '=', phone),
      ]),
    )
    .executeTakeFirst()
}
