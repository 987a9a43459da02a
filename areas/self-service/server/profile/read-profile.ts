import { accessRefusals } from '#areas/access/contract.ts'
import {
  selfServiceFieldsWithoutReview,
  selfServiceFieldsWithReview,
} from '#areas/customers/contract/customer-fields.ts'
import {
  findActiveAddresses,
  findContactHold,
  findDisplayedConsents,
  findPendingProfileChanges,
} from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { OwnAddressRow, type Profile } from '../../contract.ts'

const columns = [
  'CustomerId',
  'MemberType',
  ...selfServiceFieldsWithReview,
  ...selfServiceFieldsWithoutReview,
  'Email',
  'VerifiedEmailYN',
  'RegisteredOutletCode',
  'Version',
] as const

/** Returns the signed-in customer; throws 401 if the customer was deleted, merged or archived since signing in. */
export async function readOwnCustomer(ctx: Ctx) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .select(columns)
    .where('CustomerId', '=', ctx.actor.customerId)
    .where('Status', 'in', ['Active', 'Inactive', 'Suspended'])
    .executeTakeFirst()
  if (!customer) throw accessRefusals.required()
  return customer
}

export async function findMembershipNo(ctx: Ctx, CustomerId: number): Promise<string | null> {
  const membership = await ctx.db
    .selectFrom('Membership')
    .select('MembershipNo')
    .where('CustomerId', '=', CustomerId)
    .where('Status', 'not in', ['Deleted', 'Merged'])
    .orderBy((eb) => eb('Status', '=', 'Active'), 'desc')
    .orderBy('JoinDate')
    .orderBy('MembershipNo')
    .limit(1)
    .executeTakeFirst()
  return membership?.MembershipNo ?? null
}

export async function readCustomerUserInfo(ctx: Ctx, CustomerId: number) {
  const { FullName } = await ctx.db
    .selectFrom('Customer')
    .select('FullName')
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirstOrThrow()
  return { full_name: FullName, membership_no: await findMembershipNo(ctx, CustomerId) }
}

export async function readProfile(ctx: Ctx): Promise<Profile> {
  const customer = await readOwnCustomer(ctx)
  const { CustomerId } = customer
  const [MembershipNo, addresses, consents, pendingChanges, hold, claim] = await Promise.all([
    findMembershipNo(ctx, CustomerId),
    findActiveAddresses(ctx, CustomerId),
    findDisplayedConsents(ctx, CustomerId),
    findPendingProfileChanges(ctx, CustomerId),
    findContactHold(ctx, CustomerId),
    claimedIdentity(ctx, CustomerId),
  ])
  const identity = customer.IdNo === null ? claim : customer
  return {
    ...customer,
    IdType: identity?.IdType ?? null,
    IdNo: maskedIdNo(identity?.IdNo ?? null),
    MembershipNo,
    Addresses: addresses.map((address) => OwnAddressRow.strip().parse(address)),
    Consents: consents.map(({ Channel, GrantedYN, WordingVersion, WordingLanguage, Wording, RecordedAt }) => ({
      ...{ Channel, GrantedYN, RecordedAt },
      ...{ WordingVersion, WordingLanguage, Wording },
    })),
    Waiting: pendingChanges.map(({ FieldName, Updated, UpdatedAt }) => ({
      FieldName,
      Updated: FieldName === 'IdNo' ? maskedIdNo(Updated) : Updated,
      UpdatedAt,
    })),
    ContactHeldUntil: hold?.HeldUntil ?? null,
  }
}

/**
 * Returns the entered identity number that belongs to another customer and awaits a review by staff.
 * Until the review the customer sees the identity number that they entered.
 */
async function claimedIdentity(ctx: Ctx, CustomerId: number) {
  const rows = await ctx.db
    .selectFrom('ProfileUpdatedHistory')
    .innerJoin('ProfileUpdatedField', 'ProfileUpdatedField.HistoryId', 'ProfileUpdatedHistory.HistoryId')
    .select(['FieldName', 'Updated'])
    .where('CustomerId', '=', CustomerId)
    .where('ActionType', '=', 'Create')
    .where('AppliedYN', '=', 'N')
    .execute()
  const claimedValue = (name: string) => rows.find(({ FieldName }) => FieldName === name)?.Updated ?? null
  return { IdType: claimedValue('IdType'), IdNo: claimedValue('IdNo') }
}
