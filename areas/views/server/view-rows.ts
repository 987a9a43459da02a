import { type RawBuilder, sql } from 'kysely'
import type { ListView } from '#kit/contract/list-view.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'

/** Views as the caller sees them. */
export async function viewRows(ctx: Ctx, condition: RawBuilder<unknown>): Promise<ListView[]> {
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

export async function readView(ctx: Ctx, ViewId: number) {
  const [view] = await viewRows(ctx, sql`view_id = ${ViewId}`)
  return view!
}

/** The view, if the caller may change it: one's own, or at head office a shared one. */
export async function lockView(ctx: Ctx, ViewId: number) {
  const view = await ctx.db
    .selectFrom('ListView')
    .select(['OwnerId', 'List', 'Name', 'SharedYN', 'Version'])
    .where('ViewId', '=', ViewId)
    .forUpdate()
    .executeTakeFirst()
  const own = view?.OwnerId === ctx.actor.userId
  // Whether others have personal views is nobody's business.
  if (!view || (!own && view.SharedYN === 'N')) throw refusals.notFound()
  if (view.SharedYN === 'Y' && !ctx.actor.isHQ) throw refusals.headOfficeOnly()
  return view
}

/** The name is taken: by the owner's own view of the same list. */
export const refuseTakenName = (Name: string) => (error: { constraint?: string }) => {
  if (error.constraint === 'list_view_name') throw refusals.nameTaken({ Name })
  throw error
}
