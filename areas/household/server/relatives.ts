import { sql } from 'kysely'
import { lockEditableCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import type * as contract from '../contract.ts'
import { householdListLimits, householdRefusals, type Relation, type Relative } from '../contract.ts'
import { listGiftIdeas, toGiftIdeaReply } from './favourites.ts'
import { readJewelleryProfile } from './profile.ts'

const inverse: Record<Relation, Relation> = {
  Spouse: 'Spouse',
  Parent: 'Child',
  Child: 'Parent',
  Sibling: 'Sibling',
  Other: 'Other',
}

type LinkedPerson = {
  LinkId: number
  Relation: Relation
  BackYN: 'Y' | 'N'
  CustomerId: number
  MembershipNo: string | null
  FullName: string
}

/**
 * Selects the active links of a customer with the other person and the relation to this person.
 * Links to merged, archived and deleted customers are left out of the household.
 */
async function linksOf({ db }: Ctx, CustomerId: number) {
  const { rows } = await sql<LinkedPerson>`
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

/** Selects the links with details that help to choose a gift: sizes, taste and wishes. */
export async function findRelatives(ctx: Ctx, CustomerId: number): Promise<Relative[]> {
  const links = await linksOf(ctx, CustomerId)
  const ideas = await listGiftIdeas(
    ctx,
    CustomerId,
    links.map((link) => link.CustomerId),
  )
  const relatives: Relative[] = []
  for (const link of links) {
    const { Metals, Stones, Allergies, Sizes } = await readJewelleryProfile(ctx, link.CustomerId)
    const Favourites = ideas.filter((idea) => idea.CustomerId === link.CustomerId).map(toGiftIdeaReply)
    // Sizes without a name are the relative's own. Other sizes belong to people for whom the relative buys.
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

/** Locks both customers in the order of their ids, so that two concurrent links cannot deadlock. */
async function lockBoth(ctx: Ctx, firstId: number, secondId: number) {
  for (const id of [firstId, secondId].sort((a, b) => a - b)) await lockEditableCustomer(ctx, id)
}

async function refuseTooMany(ctx: Ctx, customers: readonly number[]) {
  for (const id of customers)
    if ((await linksOf(ctx, id)).length >= householdListLimits.Relatives)
      throw householdRefusals.tooManyRelatives({ Limit: householdListLimits.Relatives })
}

export async function addRelative(
  ctx: Ctx,
  { CustomerId, MembershipNo, Relation }: Input<typeof contract.addRelative>,
) {
  const relative = await ctx.db
    .selectFrom('Membership')
    .select('CustomerId')
    .where('MembershipNo', '=', sql<string>`surviving_membership(${MembershipNo})`)
    .executeTakeFirst()
  if (!relative) throw householdRefusals.notFound()
  if (relative.CustomerId === CustomerId) throw householdRefusals.self()
  await lockBoth(ctx, CustomerId, relative.CustomerId)
  const linked = await linksOf(ctx, CustomerId)
  if (linked.some((link) => link.CustomerId === relative.CustomerId)) throw householdRefusals.linked()
  await refuseTooMany(ctx, [CustomerId, relative.CustomerId])
  const { LinkId } = await ctx.db
    .insertInto('HouseholdLink')
    .values({
      CustomerId,
      RelativeId: relative.CustomerId,
      Relation,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    .returning('LinkId')
    .executeTakeFirstOrThrow()
  audit(ctx, 'Create', LinkId)
  return (await linksOf(ctx, CustomerId)).find((link) => link.LinkId === LinkId)!
}

const audit = (ctx: Ctx, act: string, LinkId: number) =>
  ctx.audit(`${act} Household Link`, 'HouseholdLink', LinkId, `${act} Household Link in Customer. LinkId - ${LinkId}`)

async function lockLink(ctx: Ctx, LinkId: number) {
  const ends = await ctx.db
    .selectFrom('HouseholdLink')
    .select(['CustomerId', 'RelativeId'])
    .where('LinkId', '=', LinkId)
    .executeTakeFirst()
  if (!ends) throw householdRefusals.notFound()
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

/** Refuses to unlink customers of the caller's own household, because the caller could then serve them. */
async function refuseOwn(ctx: Ctx, { CustomerId, RelativeId }: { CustomerId: number; RelativeId: number }) {
  const { rows } = await sql<{ Own: boolean }>`
    select is_own_customer(${ctx.actor.userId}::bigint, ${CustomerId}::bigint) or is_own_customer(${ctx.actor.userId}::bigint, ${RelativeId}::bigint) as own`.execute(
    ctx.db,
  )
  if (rows[0]!.Own) throw householdRefusals.own()
}

export async function deleteRelative(ctx: Ctx, { LinkId }: Input<typeof contract.deleteRelative>) {
  const link = await lockLink(ctx, LinkId)
  if (link.Status === 'Deleted') throw householdRefusals.alreadyDeleted()
  await refuseOwn(ctx, link)
  const deleted = await setStatus(ctx, link, 'Deleted')
  audit(ctx, 'Delete', LinkId)
  return deleted
}

export async function restoreRelative(ctx: Ctx, { LinkId }: Input<typeof contract.restoreRelative>) {
  const link = await lockLink(ctx, LinkId)
  if (link.Status !== 'Deleted') throw householdRefusals.notDeleted()
  refuseLateUndo(ctx, link.UpdatedAt, householdRefusals.undoOver)
  const linked = await linksOf(ctx, link.CustomerId)
  if (linked.some((person) => person.CustomerId === link.RelativeId)) throw householdRefusals.linked()
  const restored = await setStatus(ctx, link, 'Active')
  audit(ctx, 'Restore', LinkId)
  return restored
}
