import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { unmergeMembers as endpoint } from '../contract.ts'
import { restoreConsents } from './consents.ts'
import { type MergeSnapshot, readMerge, readMergeSnapshot } from './merge-rows.ts'
import { movePointsBackToMerged } from './move-points.ts'
import { moveRowsBack } from './move-rows.ts'
import { lockSalesAndMemberships } from './parties.ts'
import { lockLedgersOfMerge, restoreAddressesAfterUnmerge, resumeReferralsOfMerged, runWithBulkAudit } from './steps.ts'
import { findUnmergeBlockers } from './undo-blockers.ts'
import { recordLevelChangeByMerge } from './write-merge.ts'

/** Undoes a merge. Changes that were made to the survivor since the merge stay. */
export async function unmergeMembers(ctx: Ctx, { MergeId, Reason }: Input<typeof endpoint>) {
  const merge = await readMerge(ctx, MergeId)
  const snapshot = await readMergeSnapshot(ctx, merge)
  const { mapping, Moved } = snapshot
  await sql`select from customer where customer_id in (${mapping.SurvivorId}, ${mapping.MergedId}) order by customer_id for no key update`.execute(
    ctx.db,
  )
  await lockSalesAndMemberships(ctx, mapping.SurvivorId, [mapping.SurvivorId, mapping.MergedId])
  await lockLedgersOfMerge(ctx, mapping)
  // The status is checked again under the locks, because another user may have undone the merge in the meantime.
  const [blocker] = await findUnmergeBlockers(ctx, await readMerge(ctx, MergeId), snapshot)
  if (blocker) throw blocker

  await runWithBulkAudit(ctx, MergeId, async () => {
    for (const [loser, into] of Object.entries(mapping.numbers)) await movePointsBackToMerged(ctx, MergeId, loser, into)
    await moveRowsBack(ctx, mapping, Moved)
  })
  await restorePeople(ctx, snapshot)
  await resumeReferralsOfMerged(ctx, snapshot.People.Referrals)
  await restoreConsents(ctx, mapping.SurvivorId, snapshot.People.Consents)
  await ctx.db
    .updateTable('MemberMerge')
    .set({
      Status: 'Unmerged',
      UnmergedById: ctx.actor.userId,
      UnmergedBy: ctx.actor.name,
      UnmergedAt: ctx.now,
      UnmergeReason: Reason,
    })
    .where('MergeId', '=', MergeId)
    .execute()
  ctx.audit(
    'Unmerge Members',
    'Customer',
    mapping.SurvivorId,
    `Unmerge Members in Customer. ${merge.MergedMembershipNo} from ${merge.SurvivorMembershipNo}. ${Reason}`,
  )
  return readMerge(ctx, MergeId)
}

const tier = ['member_type', 'card_category_code', 'activated_at', 'cycle_start', 'cycle_end']
const untouched = new Set(['version', 'updated_at', 'updated_by_id'])
type Row = Record<string, unknown>
const changedBy = ({ Before, After }: { Before: Row; After: Row }) =>
  Object.keys(Before).filter(
    (column) => !untouched.has(column) && JSON.stringify(Before[column]) !== JSON.stringify(After[column]),
  )

/** Restores the previous values of columns that still have the value which the merge wrote. */
async function restoreRow(ctx: Ctx, table: 'customer' | 'membership', key: string, was: { Before: Row; After: Row }) {
  const columns = changedBy(was)
  // Category and cycle belong together, so either both are restored or neither.
  const groups = columns.some((column) => tier.includes(column))
    ? [...columns.filter((column) => !tier.includes(column)).map((column) => [column]), tier]
    : columns.map((column) => [column])
  for (const group of groups) {
    const set = group.map((column) => sql`${sql.ref(column)} = old.${sql.ref(column)}`)
    const same = group.map((column) => sql`to_jsonb(now)->${column} = ${JSON.stringify(was.After)}::jsonb->${column}`)
    await sql`
      update ${sql.table(table)} now set ${sql.join(set)}
      from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(was.Before)}::jsonb) old
      where now.${sql.ref(key)} = old.${sql.ref(key)} and ${sql.join(same, sql` and `)}`.execute(ctx.db)
  }
  const id = was.Before[key] as string | number
  await sql`update ${sql.table(table)} set version = version + 1, updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now}
    where ${sql.ref(key)} = ${id}`.execute(ctx.db)
}

async function restorePeople(ctx: Ctx, { People, mapping, Moved }: MergeSnapshot) {
  const { Memberships, Survivor } = People
  const after = new Map((Memberships.After as Row[]).map((row) => [row.membership_no, row]))
  const levels = await categoriesOf(ctx, mapping.all)
  // The survivor is written first, because it may have the identity number of the merged customer.
  await restoreRow(ctx, 'customer', 'customer_id', { Before: Survivor.Before as Row, After: Survivor.After as Row })
  const merged = People.Merged as Row
  await sql`update customer set status = ${merged.status}, merged_into_customer_id = null, version = version + 1,
    updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now} where customer_id = ${mapping.MergedId}`.execute(
    ctx.db,
  )
  for (const Before of Memberships.Before as Row[]) {
    const After = after.get(Before.membership_no)!
    if (changedBy({ Before, After }).length > 0) await restoreRow(ctx, 'membership', 'membership_no', { Before, After })
  }
  await sql`
    update customer set member_type = case when exists (
      select from membership where membership.customer_id = customer.customer_id and member_type = 'Premium Member' and status not in ('Merged', 'Deleted'))
      then 'Premium Member' else 'Non-Premium Member' end
    where customer_id = ${mapping.SurvivorId}`.execute(ctx.db)
  for (const [MembershipNo, From] of levels) {
    const To = (await categoriesOf(ctx, [MembershipNo])).get(MembershipNo) ?? null
    if (To !== From)
      await recordLevelChangeByMerge(ctx, {
        MembershipNo,
        From,
        To,
        Reason: 'Correction',
        RequestedById: null,
        OutletCode: ctx.actor.outletCode,
      })
  }
  if (Moved.customer_address && People.PrimaryAddressId !== null)
    await sql`update customer_address set is_primary_yn = 'Y' where address_id = ${People.PrimaryAddressId} and status = 'Active'
      and not exists (select from customer_address own where own.customer_id = ${mapping.MergedId} and own.is_primary_yn = 'Y' and own.status = 'Active')`.execute(
      ctx.db,
    )
  await restoreAddressesAfterUnmerge(ctx, [mapping.SurvivorId, mapping.MergedId])
  await sql`
    update customer set recommend_membership_no = was.loser, version = version + 1
    from (select key as loser, value as into_no from jsonb_each_text(${JSON.stringify(People.Numbers)}::jsonb)) was
    where customer_id = any(${People.Recommended}::bigint[]) and recommend_membership_no = was.into_no`.execute(ctx.db)
}

async function categoriesOf(ctx: Ctx, numbers: readonly string[]) {
  const { rows } = await sql<{ MembershipNo: string; CardCategoryCode: string | null }>`
    select membership_no, card_category_code from membership where membership_no = any(${numbers})`.execute(ctx.db)
  return new Map(rows.map(({ MembershipNo, CardCategoryCode }) => [MembershipNo, CardCategoryCode]))
}
