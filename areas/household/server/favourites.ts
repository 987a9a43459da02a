import { sql } from 'kysely'
import { lockEditableCustomer } from '#areas/customers/server/index.ts'
import { replaceImageOfRecord } from '#areas/media/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import type * as contract from '../contract.ts'
import { type Favourite, type GiftIdea, householdListLimits, householdRefusals } from '../contract.ts'

// Replies about the wisher never reveal who bought a wish, so that gifts stay a surprise.

const favouriteFields = [
  'FavouriteId',
  'CustomerId',
  'Name',
  'Price',
  'ImageUrl',
  'Remarks',
  'HintYN',
  'Status',
  'Version',
  'CreatedAt',
] as const

export const findFavourites = ({ db }: Ctx, CustomerId: number): Promise<Favourite[]> =>
  db
    .selectFrom('Favourite')
    .select(favouriteFields)
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .orderBy('FavouriteId', 'desc')
    .execute()

/** Lists gift ideas for a relative: visible wishes of the wishers, and wishes that the relative has bought. */
export async function listGiftIdeas({ db }: Ctx, GiverId: number, wishers: readonly number[]) {
  const { rows } = await sql<GiftIdea & { CustomerId: number }>`
    select customer_id, favourite_id, name, price::text, image_url, remarks,
      case when given_by_id = ${GiverId} then 'Bought by this customer' when given_by_id is null then 'Not bought' else 'Bought by another relative' end as given,
      case when given_by_id = ${GiverId} then given_at end as given_at
    from favourite where customer_id = any(${wishers}) and status = 'Active' and (hint_yn = 'Y' or given_by_id = ${GiverId})
    order by favourite_id desc`.execute(db)
  return rows
}

export function toGiftIdeaReply(row: Awaited<ReturnType<typeof listGiftIdeas>>[number]): GiftIdea {
  const { CustomerId: _, ...idea } = row
  return idea
}

const pictureOf = (FavouriteId: number) => ({ ObjectType: 'FavouriteId', ObjectId: FavouriteId }) as const

async function refuseTooMany({ db }: Ctx, CustomerId: number) {
  const { Count } = await db
    .selectFrom('Favourite')
    .select((eb) => eb.fn.countAll<number>().as('Count'))
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .executeTakeFirstOrThrow()
  if (Count >= householdListLimits.Favourites)
    throw householdRefusals.tooManyFavourites({ Limit: householdListLimits.Favourites })
}

export async function addFavourite(ctx: Ctx, { CustomerId, ...favourite }: Input<typeof contract.addFavourite>) {
  await lockEditableCustomer(ctx, CustomerId)
  await refuseTooMany(ctx, CustomerId)
  const added = await ctx.db
    .insertInto('Favourite')
    .values({
      ...favourite,
      CustomerId,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    .returning(favouriteFields)
    .executeTakeFirstOrThrow()
  await replaceImageOfRecord(ctx, pictureOf(added.FavouriteId), null, favourite.ImageUrl ?? null)
  audit(ctx, 'Create', added.FavouriteId)
  return added
}

const audit = (ctx: Ctx, act: string, FavouriteId: number) =>
  ctx.audit(`${act} Favourite`, 'Favourite', FavouriteId, `${act} Favourite in Customer. FavouriteId - ${FavouriteId}`)

/** Locks a wish after its customer, in the order in which all calls lock. */
async function lockFavourite(ctx: Ctx, FavouriteId: number) {
  const owner = await ctx.db
    .selectFrom('Favourite')
    .select('CustomerId')
    .where('FavouriteId', '=', FavouriteId)
    .executeTakeFirst()
  if (!owner) throw householdRefusals.notFound()
  await lockEditableCustomer(ctx, owner.CustomerId)
  return ctx.db
    .selectFrom('Favourite')
    .selectAll()
    .where('FavouriteId', '=', FavouriteId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type LockedFavourite = Awaited<ReturnType<typeof lockFavourite>>

const updateFavouriteRow = (
  ctx: Ctx,
  { FavouriteId, Version }: LockedFavourite,
  changes: Partial<Input<typeof contract.addFavourite>> | Pick<LockedFavourite, 'Status'>,
) =>
  ctx.db
    .updateTable('Favourite')
    .set({ ...changes, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now, Version: Version + 1 })
    .where('FavouriteId', '=', FavouriteId)
    .returning(favouriteFields)
    .executeTakeFirstOrThrow()

export async function updateFavourite(
  ctx: Ctx,
  { FavouriteId, Version, ...changes }: Input<typeof contract.updateFavourite>,
) {
  const favourite = await lockFavourite(ctx, FavouriteId)
  if (favourite.Status === 'Deleted') throw householdRefusals.notFound()
  if (favourite.Version !== Version)
    throw staleVersionRefusal(Object.fromEntries(favouriteFields.map((field) => [field, favourite[field]])))
  if (changes.ImageUrl !== undefined)
    await replaceImageOfRecord(ctx, pictureOf(FavouriteId), favourite.ImageUrl, changes.ImageUrl)
  const updated = await updateFavouriteRow(ctx, favourite, changes)
  audit(ctx, 'Update', FavouriteId)
  return updated
}

export async function deleteFavourite(ctx: Ctx, { FavouriteId }: Input<typeof contract.deleteFavourite>) {
  const favourite = await lockFavourite(ctx, FavouriteId)
  if (favourite.Status === 'Deleted') throw householdRefusals.alreadyDeleted()
  const deleted = await updateFavouriteRow(ctx, favourite, { Status: 'Deleted' })
  audit(ctx, 'Delete', FavouriteId)
  return deleted
}

export async function restoreFavourite(ctx: Ctx, { FavouriteId }: Input<typeof contract.restoreFavourite>) {
  const favourite = await lockFavourite(ctx, FavouriteId)
  if (favourite.Status !== 'Deleted') throw householdRefusals.notDeleted()
  refuseLateUndo(ctx, favourite.UpdatedAt, householdRefusals.undoOver)
  await refuseTooMany(ctx, favourite.CustomerId)
  const restored = await updateFavouriteRow(ctx, favourite, { Status: 'Active' })
  audit(ctx, 'Restore', FavouriteId)
  return restored
}

/** The wish keeps its Version and UpdatedAt, so that the wisher's page shows no sign of the purchase. */
export async function giveFavourite(ctx: Ctx, { GiverId, FavouriteId, GivenYN }: Input<typeof contract.giveFavourite>) {
  await lockEditableCustomer(ctx, GiverId)
  const ideaNow = async () => {
    const ideas = await listGiftIdeas(ctx, GiverId, await databaseFunctions.relativesOf(ctx.db, { id: GiverId }))
    return ideas.find((idea) => idea.FavouriteId === FavouriteId)
  }
  await ctx.db
    .selectFrom('Favourite')
    .select('FavouriteId')
    .where('FavouriteId', '=', FavouriteId)
    .forUpdate()
    .execute()
  const idea = await ideaNow()
  if (!idea) throw householdRefusals.notFound()
  if (idea.Given === 'Bought by another relative') throw householdRefusals.given()
  if ((idea.Given === 'Bought by this customer') !== (GivenYN === 'Y')) {
    await ctx.db
      .updateTable('Favourite')
      .set(GivenYN === 'Y' ? { GivenById: GiverId, GivenAt: ctx.now } : { GivenById: null, GivenAt: null })
      .where('FavouriteId', '=', FavouriteId)
      .execute()
    audit(ctx, GivenYN === 'Y' ? 'Give' : 'Take Back', FavouriteId)
  }
  return toGiftIdeaReply((await ideaNow())!)
}
