import { lockEditableCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import type * as contract from '../contract.ts'
import { householdRefusals, type Profile } from '../contract.ts'

const emptyProfile = {
  Metals: [],
  Stones: [],
  Allergies: null,
  BudgetFrom: null,
  BudgetTo: null,
  Remarks: null,
  Version: 0,
}
const profileFields = ['Metals', 'Stones', 'Allergies', 'BudgetFrom', 'BudgetTo', 'Remarks', 'Version'] as const

/** Reads taste, sizes and important dates of a customer. */
export async function readJewelleryProfile({ db }: Ctx, CustomerId: number): Promise<Profile> {
  const stored = await db
    .selectFrom('JewelleryProfile')
    .select(profileFields)
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  const Sizes = await db
    .selectFrom('JewellerySize')
    .select(['Person', 'Kind', 'Finger', 'Size'])
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .orderBy('Person', (order) => order.asc().nullsFirst())
    .orderBy('SizeId')
    .execute()
  const Dates = await db
    .selectFrom('ImportantDate')
    .select(['Label', 'OccursOn'])
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .orderBy('OccursOn')
    .orderBy('DateId')
    .execute()
  return { CustomerId, ...(stored ?? emptyProfile), Sizes, Dates } as Profile
}

type ProfileInput = Input<typeof contract.updateJewelleryProfile>

const upper = (value: string | null | undefined) => value?.toUpperCase() ?? ''
const sizeKey = (size: { Person?: string | null | undefined; Kind: string; Finger: string | null }) =>
  [upper(size.Person), size.Kind, size.Finger ?? ''].join('|')
const dateKey = ({ Label, OccursOn }: { Label: string; OccursOn: string }) => `${upper(Label)}|${OccursOn}`

/** Updates the fields of the profile that the request contains, and replaces the lists of sizes and dates. */
export async function updateJewelleryProfile(ctx: Ctx, { CustomerId, Version, Sizes, Dates, ...fields }: ProfileInput) {
  await lockEditableCustomer(ctx, CustomerId)
  const before = await readJewelleryProfile(ctx, CustomerId)
  if (before.Version !== Version) throw staleVersionRefusal(before)
  refuseBudget({ ...before, ...fields })
  if (Sizes && new Set(Sizes.map(sizeKey)).size < Sizes.length) throw householdRefusals.sizeTwice()
  if (Dates && new Set(Dates.map(dateKey)).size < Dates.length) throw householdRefusals.dateTwice()

  const stamp = { UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now, Version: Version + 1 }
  if (Version === 0)
    await ctx.db
      .insertInto('JewelleryProfile')
      .values({ CustomerId, ...fields, ...stamp, CreatedById: ctx.actor.userId, CreatedAt: ctx.now })
      .execute()
  else
    await ctx.db
      .updateTable('JewelleryProfile')
      .set({ ...fields, ...stamp })
      .where('CustomerId', '=', CustomerId)
      .where('Status', '=', 'Active')
      .execute()
  if (Sizes) await replaceSizes(ctx, CustomerId, Sizes)
  if (Dates) await replaceDates(ctx, CustomerId, Dates)
  ctx.audit(
    'Update Jewellery Profile',
    'Customer',
    CustomerId,
    `Update Jewellery Profile in Customer. CustomerId - ${CustomerId}`,
  )
  return readJewelleryProfile(ctx, CustomerId)
}

function refuseBudget({ BudgetFrom, BudgetTo }: Pick<Profile, 'BudgetFrom' | 'BudgetTo'>) {
  // Amounts are compared as whole cents, because they have two decimals.
  const cents = (amount: string) => BigInt(amount.replace('.', ''))
  if (BudgetFrom !== null && BudgetTo !== null && cents(BudgetTo) < cents(BudgetFrom)) throw householdRefusals.budget()
}

/** Sizes that did not change are not written, so that the history shows only changes. */
async function replaceSizes(ctx: Ctx, CustomerId: number, input: NonNullable<ProfileInput['Sizes']>) {
  const stamp = { UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now }
  const before = await ctx.db
    .selectFrom('JewellerySize')
    .selectAll()
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .execute()
  const storedByKey = new Map(before.map((size) => [sizeKey(size), size]))
  const newKeys = new Set(input.map(sizeKey))
  for (const size of before.filter((stored) => !newKeys.has(sizeKey(stored))))
    await ctx.db
      .updateTable('JewellerySize')
      .set({ ...stamp, Status: 'Deleted', Version: size.Version + 1 })
      .where('SizeId', '=', size.SizeId)
      .execute()
  for (const size of input) {
    const storedSize = storedByKey.get(sizeKey(size))
    const Person = size.Person ?? null
    if (!storedSize)
      await ctx.db
        .insertInto('JewellerySize')
        .values({ ...size, Person, CustomerId, ...stamp, CreatedById: ctx.actor.userId, CreatedAt: ctx.now })
        .execute()
    else if (storedSize.Size !== size.Size || storedSize.Person !== Person)
      await ctx.db
        .updateTable('JewellerySize')
        .set({ ...stamp, Size: size.Size, Person, Version: storedSize.Version + 1 })
        .where('SizeId', '=', storedSize.SizeId)
        .execute()
  }
}

async function replaceDates(ctx: Ctx, CustomerId: number, input: NonNullable<ProfileInput['Dates']>) {
  const stamp = { UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now }
  const before = await ctx.db
    .selectFrom('ImportantDate')
    .selectAll()
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .execute()
  const newKeys = new Set(input.map(dateKey))
  for (const date of before.filter((stored) => !newKeys.has(dateKey(stored))))
    await ctx.db
      .updateTable('ImportantDate')
      .set({ ...stamp, Status: 'Deleted', Version: date.Version + 1 })
      .where('DateId', '=', date.DateId)
      .execute()
  const storedKeys = new Set(before.map(dateKey))
  const added = input.filter((date) => !storedKeys.has(dateKey(date)))
  if (added.length === 0) return
  await ctx.db
    .insertInto('ImportantDate')
    .values(added.map((date) => ({ ...date, CustomerId, ...stamp, CreatedById: ctx.actor.userId, CreatedAt: ctx.now })))
    .execute()
}
