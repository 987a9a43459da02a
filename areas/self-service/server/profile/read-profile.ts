import { refusals as accessRefusals } from '#areas/access/contract.ts'
import { immediateFields, reviewedFields } from '#areas/customers/contract/customer-fields.ts'
import { contactHold, liveAddresses, ownConsents, waitingOf } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { OwnAddressRow, type Profile } from '../../contract.ts'

const columns = [
  'CustomerId',
  'MemberType',
  ...reviewedFields,
  ...immediateFields,
  'Email',
  'VerifiedEmailYN',
  'RegisteredOutletCode',
  'Version',
] as const

/** Who is signed in. A customer who was deleted, merged or archived meanwhile is signed out by it. */
export async function readOwn(ctx: Ctx) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .select(columns)
    .where('CustomerId', '=', ctx.actor.customerId)
    .where('Status', 'in', ['Active', 'Inactive', 'Suspended'])
    .executeTakeFirst()
  if (!customer) throw accessRefusals.required()
  return customer
}

export async function membershipOf(ctx: Ctx, CustomerId: number): Promise<string | null> {
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

export async function customerUserInfo(ctx: Ctx, CustomerId: number) {
  const { FullName } = await ctx.db
    .selectFrom('Customer')
    .select('FullName')
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirstOrThrow()
  return { full_name: FullName, membership_no: await membershipOf(ctx, CustomerId) }
}

export async function readProfile(ctx: Ctx): Promise<Profile> {
  const customer = await readOwn(ctx)
  const { CustomerId } = customer
  const [MembershipNo, addresses, consents, waiting, hold, claim] = await Promise.all([
    membershipOf(ctx, CustomerId),
    liveAddresses(ctx, CustomerId),
    ownConsents(ctx, CustomerId),
    waitingOf(ctx, CustomerId),
    contactHold(ctx, CustomerId),
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
    Waiting: waiting.map(({ FieldName, Updated, UpdatedAt }) => ({
      FieldName,
      Updated: FieldName === 'IdNo' ? maskedIdNo(Updated) : Updated,
      UpdatedAt,
    })),
    ContactHeldUntil: hold?.HeldUntil ?? null,
  }
}

/**
 * The identity number that was given at the registration and is somebody else's: it waits for staff, and its own customer sees what
 * they gave, as everybody does.
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
  const claimed = (name: string) => rows.find(({ FieldName }) => FieldName === name)?.Updated ?? null
  return { IdType: claimed('IdType'), IdNo: claimed('IdNo') }
}
