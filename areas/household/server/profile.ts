import { lockEditable } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import type * as contract from '../contract.ts'
import { type Profile, refusals } from '../contract.ts'

const nothing = { Metals: [], Stones: [], Allergies: null, BudgetFrom: null, BudgetTo: null, Remarks: null, Version: 0 }
const told = ['Metals', 'Stones', 'Allergies', 'BudgetFrom', 'BudgetTo', 'Remarks', 'Version'] as const

/** What is on file of what a customer likes and wears. */
export async function profileOf({ db }: Ctx, CustomerId: number): Promise<Profile> {
  const own = await db
    .selectFrom('JewelleryProfile')
    .select(told)
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
  return { CustomerId, ...(own ?? nothing), Sizes, Dates } as Profile
}

type Sent = Input<typeof contract.updateJewellery>

const upper = (value: string | null | undefined) => value?.toUpperCase() ?? ''
const placeOf = (size: { Person?: string | null | undefined; Kind: string; Finger: string | null }) =>
  [upper(size.Person), size.Kind, size.Finger ?? ''].join('|')
const dayOf = ({ Label, OccursOn }: { Label: string; OccursOn: string }) => `${upper(Label)}|${OccursOn}`

/** Keeps what is sent; the lists of sizes and dates are replaced whole. */
export async function updateJewellery(ctx: Ctx, { CustomerId, Version, Sizes, Dates, ...fields }: Sent) {
  await lockEditable(ctx, CustomerId)
  const before = await profileOf(ctx, CustomerId)
  if (before.Version !== Version) throw stale(before)
  refuseBudget({ ...before, ...fields })
  if (Sizes && new Set(Sizes.map(placeOf)).size < Sizes.length) throw refusals.sizeTwice()
  if (Dates && new Set(Dates.map(dayOf)).size < Dates.length) throw refusals.dateTwice()

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
  return profileOf(ctx, CustomerId)
}

function refuseBudget({ BudgetFrom, BudgetTo }: Pick<Profile, 'BudgetFrom' | 'BudgetTo'>) {
  // Exact for amounts of money: twelve digits and two decimals.
  const cents = (amount: string) => BigInt(amount.replace('.', ''))
  if (BudgetFrom !== null && BudgetTo !== null && cents(BudgetTo) < cents(BudgetFrom)) throw refusals.budget()
}

/** What stays as it was is left alone, so that the history tells changes only. */
async function replaceSizes(ctx: Ctx, CustomerId: number, sent: NonNullable<Sent['Sizes']>) {
  const stamp = { UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now }
  const before = await ctx.db
    .selectFrom('JewellerySize')
    .selectAll()
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .execute()
  const known = new Map(before.map((size) => [placeOf(size), size]))
  const kept = new Set(sent.map(placeOf))
  for (const size of before.filter((one) => !kept.has(placeOf(one))))
    await ctx.db
      .updateTable('JewellerySize')
      .set({ ...stamp, Status: 'Deleted', Version: size.Version + 1 })
      .where('SizeId', '=', size.SizeId)
      .execute()
  for (const size of sent) {
    const own = known.get(placeOf(size))
    const Person = size.Person ?? null
    if (!own)
      await ctx.db
        .insertInto('JewellerySize')
        .values({ ...size, Person, CustomerId, ...stamp, CreatedById: ctx.actor.userId, CreatedAt: ctx.now })
        .execute()
    else if (own.Size !== size.Size || own.Person !== Person)
      await ctx.db
        .updateTable('JewellerySize')
        .set({ ...stamp, Size: size.Size, Person, Version: own.Version + 1 })
        .where('SizeId', '=', own.SizeId)
        .execute()
  }
}

async function replaceDates(ctx: Ctx, CustomerId: number, sent: NonNullable<Sent['Dates']>) {
  const stamp = { UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now }
  const before = await ctx.db
    .selectFrom('ImportantDate')
    .selectAll()
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .execute()
  const kept = new Set(sent.map(dayOf))
  for (const date of before.filter((one) => !kept.has(dayOf(one))))
    await ctx.db
      .updateTable('ImportantDate')
      .set({ ...stamp, Status: 'Deleted', Version: date.Version + 1 })
      .where('DateId', '=', date.DateId)
      .execute()
  const known = new Set(before.map(dayOf))
  const added = sent.filter((date) => !known.has(dayOf(date)))
  if (added.length === 0) return
  await ctx.db
    .insertInto('ImportantDate')
    .values(added.map((date) => ({ ...date, CustomerId, ...stamp, CreatedById: ctx.actor.userId, CreatedAt: ctx.now })))
    .execute()
}
