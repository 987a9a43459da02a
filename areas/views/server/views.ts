import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { ListView } from '#kit/contract/list-view.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import type * as contract from '../contract.ts'
import { VIEWS_PER_LIST_MAX, viewRefusals } from '../contract.ts'

/** Returns the saved views that the caller may see and that match the condition. */
async function viewRows(ctx: Ctx, condition: RawBuilder<unknown>): Promise<ListView[]> {
  const { rows } = await sql<ListView>`
    select view_id, list, list_view.name, shared_yn, case when owner_id = ${ctx.actor.userId} then 'Y' else 'N' end as own_yn,
      coalesce(staff.preferred_name, account.username) as owner_name, state, list_view.version
    from list_view
    join user_account account on account.user_id = list_view.owner_id
    left join staff on staff.staff_id = account.staff_id
    where ${condition}
    order by lower(list_view.name), view_id`.execute(ctx.db)
  return rows
}

async function readView(ctx: Ctx, ViewId: number) {
  const [view] = await viewRows(ctx, sql`view_id = ${ViewId}`)
  return view!
}

/** Locks a view that the caller may change; head office may also change shared views. */
async function lockView(ctx: Ctx, ViewId: number) {
  const view = await ctx.db
    .selectFrom('ListView')
    .select(['OwnerId', 'List', 'Name', 'SharedYN', 'Version'])
    .where('ViewId', '=', ViewId)
    .forUpdate()
    .executeTakeFirst()
  const isOwner = view?.OwnerId === ctx.actor.userId
  // The error is the same as for a missing view, so that users cannot detect another user's personal view.
  if (!view || (!isOwner && view.SharedYN === 'N')) throw viewRefusals.notFound()
  if (view.SharedYN === 'Y') requireSharing(ctx)
  return view
}

/** Throws unless the caller may share a view: head office with write access may, because shared views affect all. */
function requireSharing({ actor }: Ctx) {
  if (!actor.isHQ || actor.isReader) throw viewRefusals.headOfficeOnly()
}

/** Converts a violation of the unique name of a view (per owner and list) to an error for the user. */
const refuseTakenName = (Name: string) => (error: { constraint?: string }) => {
  if (error.constraint === 'list_view_name') throw viewRefusals.nameTaken({ Name })
  throw error
}

/** Returns the caller's views and choices of all lists at once, so that each page needs no separate call for them. */
export async function myLists(ctx: Ctx) {
  const [views, choices] = await Promise.all([
    viewRows(ctx, sql`owner_id = ${ctx.actor.userId} or shared_yn = 'Y'`),
    ctx.db
      .selectFrom('ListChoice')
      .select(['List', 'Columns', 'Density', 'DefaultViewId'])
      .where('UserId', '=', ctx.actor.userId!)
      .orderBy('List')
      .execute(),
  ])
  return { views, choices: choices as never[] }
}

/** Saves the present filters, sort order and columns of a list as a view. */
export async function addView(ctx: Ctx, { List, Name, SharedYN, State }: Input<typeof contract.addView>) {
  if (SharedYN === 'Y') requireSharing(ctx)
  const OwnerId = ctx.actor.userId!
  // Views of one user are added one after the other, so that the maximum number cannot be exceeded.
  await ctx.db.selectFrom('UserAccount').select('UserId').where('UserId', '=', OwnerId).forNoKeyUpdate().execute()
  const { Count } = await ctx.db
    .selectFrom('ListView')
    .select((expression) => expression.fn.countAll<number>().as('Count'))
    .where('OwnerId', '=', OwnerId)
    .where('List', '=', List)
    .executeTakeFirstOrThrow()
  if (Count >= VIEWS_PER_LIST_MAX) throw viewRefusals.tooMany({ Limit: VIEWS_PER_LIST_MAX })

  const { ViewId } = await ctx.db
    .insertInto('ListView')
    .values({
      OwnerId,
      List,
      Name,
      SharedYN,
      State: sql`${JSON.stringify(State)}::jsonb`,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('ViewId')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName(Name))

  ctx.audit('Add List View', 'ListView', ViewId, `Add List View in ${List}. ViewId - ${ViewId}`)
  return readView(ctx, ViewId)
}

export async function updateView(
  ctx: Ctx,
  { ViewId, Version, Name, SharedYN, State }: Input<typeof contract.updateView>,
) {
  const view = await lockView(ctx, ViewId)
  if (SharedYN === 'Y') requireSharing(ctx)
  if (view.Version !== Version) throw staleVersionRefusal(await readView(ctx, ViewId))

  await ctx.db
    .updateTable('ListView')
    .set({
      ...(Name !== undefined && { Name }),
      ...(SharedYN !== undefined && { SharedYN }),
      ...(State !== undefined && { State: sql`${JSON.stringify(State)}::jsonb` }),
      Version: Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('ViewId', '=', ViewId)
    .execute()
    .catch(refuseTakenName(Name ?? view.Name))

  ctx.audit('Update List View', 'ListView', ViewId, `Update List View in ${view.List}. ViewId - ${ViewId}`)
  return readView(ctx, ViewId)
}

/** Deletes the row of a view, because a view contains no business data. */
export async function deleteView(ctx: Ctx, { ViewId }: Input<typeof contract.deleteView>) {
  const view = await lockView(ctx, ViewId)

  await ctx.db.deleteFrom('ListView').where('ViewId', '=', ViewId).execute()

  ctx.audit('Delete List View', 'ListView', ViewId, `Delete List View in ${view.List}. ViewId - ${ViewId}`)
  return { ViewId }
}
