import { sql } from 'kysely'
import { lockEditable } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import type * as contract from '../contract.ts'
import { most, type Relation, type Relative, refusals } from '../contract.ts'
import { ideaOf, ideasFor } from './favourites.ts'
import { profileOf } from './profile.ts'

const inverse: Record<Relation, Relation> = {
  Spouse: 'Spouse',
  Parent: 'Child',
  Child: 'Parent',
  Sibling: 'Sibling',
  Other: 'Other',
}

type Linked = {
  LinkId: number
  Relation: Relation
  BackYN: 'Y' | 'N'
  CustomerId: number
  MembershipNo: string | null
  FullName: string
}

/** Who is linked to a customer, and who they are to them. People who were merged or deleted are in nobody's household. */
async function linksOf({ db }: Ctx, CustomerId: number) {
  const { rows } = await sql<Linked>`
    select link.link_id, link.relation, case when link.relative_id = ${CustomerId} then 'Y' else 'N' end as back_yn, relative.customer_id, relative.full_name,
      (select membership_no from membership where membership.customer_id = relative.customer_id and membership.status = 'Active'
        order by membership.created_at desc, membership_no limit 1) as membership_no
    from household_link link
    join customer relative on relative.customer_id = case when link.customer_id = ${CustomerId} then link.relative_id else link.customer_id end
    where link.status = 'Active' and ${CustomerId} in (link.customer_id, link.relative_id) and relative.status not in ('Deleted', 'Merged', 'Archived')
    order by link.relation = 'Spouse' desc, link.link_id`.execute(db)
  return rows.map(({ BackYN, Relation, ...link }) => ({
    ...link,
    Relation: BackYN === 'Y' ? inverse[Relation] : Relation,
  }))
}

/** The same, with what helps who buys something for them. */
export async function relativesOf(ctx: Ctx, CustomerId: number): Promise<Relative[]> {
  const links = await linksOf(ctx, CustomerId)
  const ideas = await ideasFor(
    ctx,
    CustomerId,
    links.map((link) => link.CustomerId),
  )
  const relatives: Relative[] = []
  for (const link of links) {
    const { Metals, Stones, Allergies, Sizes } = await profileOf(ctx, link.CustomerId)
    const Favourites = ideas.filter((idea) => idea.CustomerId === link.CustomerId).map(ideaOf)
    // Sizes without a name are their own; the others are of people whom they buy for.
    relatives.push({
      ...link,
      Metals,
      Stones,
      Allergies,
      Sizes: Sizes.filter(({ Person }) => Person === null),
      Favourites,
    })
  }
  return relatives
}

/** Both are locked, the older record first, so that two links at once wait for each other. */
async function lockBoth(ctx: Ctx, one: number, other: number) {
  for (const id of [one, other].sort((a, b) => a - b)) await lockEditable(ctx, id)
}

async function refuseTooMany(ctx: Ctx, customers: readonly number[]) {
  for (const id of customers)
    if ((await linksOf(ctx, id)).length >= most.Relatives) throw refusals.tooManyRelatives({ Limit: most.Relatives })
}

export async function addRelative(
  ctx: Ctx,
  { CustomerId, MembershipNo, Relation }: Input<typeof contract.addRelative>,
) {
  const other = await ctx.db
    .selectFrom('Membership')
    .select('CustomerId')
    .where('MembershipNo', '=', sql<string>`surviving_membership(${MembershipNo})`)
    .executeTakeFirst()
  if (!other) throw refusals.notFound()
  if (other.CustomerId === CustomerId) throw refusals.self()
  await lockBoth(ctx, CustomerId, other.CustomerId)
  const linked = await linksOf(ctx, CustomerId)
  if (linked.some((link) => link.CustomerId === other.CustomerId)) throw refusals.linked()
  await refuseTooMany(ctx, [CustomerId, other.CustomerId])
  const { LinkId } = await ctx.db
    .insertInto('HouseholdLink')
    .values({
      CustomerId,
      RelativeId: other.CustomerId,
      Relation,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    .returning('LinkId')
    .executeTakeFirstOrThrow()
  noted(ctx, 'Create', LinkId)
  return (await linksOf(ctx, CustomerId)).find((link) => link.LinkId === LinkId)!
}

const noted = (ctx: Ctx, act: string, LinkId: number) =>
  ctx.audit(`${act} Household Link`, 'HouseholdLink', LinkId, `${act} Household Link in Customer. LinkId - ${LinkId}`)

async function lockLink(ctx: Ctx, LinkId: number) {
  const ends = await ctx.db
    .selectFrom('HouseholdLink')
    .select(['CustomerId', 'RelativeId'])
    .where('LinkId', '=', LinkId)
    .executeTakeFirst()
  if (!ends) throw refusals.notFound()
  await lockBoth(ctx, ends.CustomerId, ends.RelativeId)
  return ctx.db
    .selectFrom('HouseholdLink')
    .selectAll()
    .where('LinkId', '=', LinkId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

const setStatus = (ctx: Ctx, { LinkId, Version }: { LinkId: number; Version: number }, Status: 'Active' | 'Deleted') =>
  ctx.db
    .updateTable('HouseholdLink')
    .set({ Status, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now, Version: Version + 1 })
    .where('LinkId', '=', LinkId)
    .returning(['LinkId', 'Status'])
    .executeTakeFirstOrThrow()

/** Staff who cut their own household off could serve it after: somebody else does it. */
async function refuseOwn(ctx: Ctx, { CustomerId, RelativeId }: { CustomerId: number; RelativeId: number }) {
  const { rows } = await sql<{ Own: boolean }>`
    select is_own_customer(${ctx.actor.userId}::bigint, ${CustomerId}::bigint) or is_own_customer(${ctx.actor.userId}::bigint, ${RelativeId}::bigint) as own`.execute(
    ctx.db,
  )
  if (rows[0]!.Own) throw refusals.own()
}

export async function deleteRelative(ctx: Ctx, { LinkId }: Input<typeof contract.deleteRelative>) {
  const link = await lockLink(ctx, LinkId)
  if (link.Status === 'Deleted') throw refusals.alreadyDeleted()
  await refuseOwn(ctx, link)
  const deleted = await setStatus(ctx, link, 'Deleted')
  noted(ctx, 'Delete', LinkId)
  return deleted
}

export async function restoreRelative(ctx: Ctx, { LinkId }: Input<typeof contract.restoreRelative>) {
  const link = await lockLink(ctx, LinkId)
  if (link.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, link.UpdatedAt, refusals.undoOver)
  const linked = await linksOf(ctx, link.CustomerId)
  if (linked.some((one) => one.CustomerId === link.RelativeId)) throw refusals.linked()
  const restored = await setStatus(ctx, link, 'Active')
  noted(ctx, 'Restore', LinkId)
  return restored
}
