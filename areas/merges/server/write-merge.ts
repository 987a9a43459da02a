import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { KeepTierOf, MergeField } from '../contract.ts'
import { findStricterConsents, recordStricterConsents } from './consents.ts'
import { findMergeBlockers } from './merge-blockers.ts'
import { movePointsToSurvivor } from './move-points.ts'
import { type MergeMapping, type MovedKeysByTable, moveRows } from './move-rows.ts'
import { findMergeParties, type MergePartyRecords, mainMembershipNoOfParty } from './parties.ts'
import type { MergedCustomersSnapshot } from './people.ts'
import { type AbsorbedMembership, buildSurvivorValues, planMerge } from './plan.ts'
import { endReferralsOfMerged, lockLedgersOfMerge, runWithBulkAudit } from './steps.ts'

export type MergeInput = {
  SurvivorId: number
  MergedId: number
  KeepTierOf: KeepTierOf
  TakeFromMerged: MergeField[]
  Reason: string
}

type Requester = { RequestedById: number | null; RequestedBy: string; OutletCode: string | null }

/** Merges two customers. Everything is locked and validated again, because the request may be days old. */
export async function writeMerge(ctx: Ctx, input: MergeInput, requester: Requester): Promise<number> {
  const parties = await findMergeParties(ctx, input, { lock: true })
  const [blocker] = await findMergeBlockers(ctx, parties)
  if (blocker) throw blocker
  const { survivor, merged } = parties
  const { memberships } = planMerge(parties, input.KeepTierOf)
  const values = buildSurvivorValues(parties, { memberships }, input.TakeFromMerged)
  const [survivorNo, mergedNo] = [mainMembershipNoOfParty(survivor), mainMembershipNoOfParty(merged)]
  const mapping = createMergeMapping(parties, memberships)
  const Consents = await findStricterConsents(ctx, mapping.SurvivorId, mapping.MergedId)
  const before = await snapshotOf(ctx, mapping)

  const MergeId = await insertMerge(ctx, mapping, { survivorNo, mergedNo, Reason: input.Reason }, requester)
  await lockLedgersOfMerge(ctx, mapping)
  const Referrals = await endReferralsOfMerged(ctx, mapping)
  const PrimaryAddressId = await demotePrimaryAddress(ctx, mapping)
  let moved: MovedKeysByTable = {}
  await runWithBulkAudit(ctx, MergeId, async () => {
    for (const [loser, into] of Object.entries(mapping.numbers)) await movePointsToSurvivor(ctx, MergeId, loser, into)
    moved = await moveRows(ctx, mapping)
  })
  const Recommended = await repointRecommendations(ctx, mapping)
  await closeMerged(ctx, mapping, memberships)
  await writeTiers(ctx, memberships, requester)
  await ctx.db
    .updateTable('Customer')
    .set({
      ...values,
      CustomValues: combinedCustomValues(mapping),
      Version: survivor.customer.Version + 1,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    .where('CustomerId', '=', mapping.SurvivorId)
    .execute()
  await recordStricterConsents(ctx, mapping.SurvivorId, Consents)

  const after = await snapshotOf(ctx, mapping)
  const people: MergedCustomersSnapshot = {
    Survivor: { Before: before.Survivor, After: after.Survivor },
    Merged: before.Merged,
    Memberships: { Before: before.Memberships, After: after.Memberships },
    Numbers: mapping.numbers,
    ...{ Recommended, Referrals, Consents, PrimaryAddressId },
  }
  await ctx.db
    .insertInto('MemberMergeSnapshot')
    .values({ MergeId, People: JSON.stringify(people), Moved: JSON.stringify(moved) })
    .execute()
  await sql`update member_merge set last_history_id = coalesce((select max(history_id) from point_history where membership_no = any(${mapping.all})), 0)
    where merge_id = ${MergeId}`.execute(ctx.db)
  ctx.audit(
    'Merge Members',
    'Customer',
    mapping.SurvivorId,
    `Merge Members in Customer. ${mergedNo} into ${survivorNo}. ${input.Reason}`,
  )
  return MergeId
}

/**
 * The SQL for the custom values of both customers; the survivor's values win.
 * The values are merged as JSON in SQL, so that each stays exactly the same.
 */
const combinedCustomValues = ({ SurvivorId, MergedId }: MergeMapping) => sql<string>`
  (select merged.custom_values || survivor.custom_values from customer merged, customer survivor
   where merged.customer_id = ${MergedId} and survivor.customer_id = ${SurvivorId})`

export function createMergeMapping(
  { survivor, merged }: MergePartyRecords,
  changes: readonly Pick<AbsorbedMembership, 'MembershipNo' | 'into'>[],
): MergeMapping {
  return {
    SurvivorId: survivor.customer.CustomerId,
    MergedId: merged.customer.CustomerId,
    numbers: Object.fromEntries(
      changes.flatMap(({ MembershipNo, into }) => (into ? [[MembershipNo, into.MembershipNo]] : [])),
    ),
    all: [...survivor.memberships, ...merged.memberships].map(({ MembershipNo }) => MembershipNo),
  }
}

async function insertMerge(
  ctx: Ctx,
  { SurvivorId, MergedId }: MergeMapping,
  { survivorNo, mergedNo, Reason }: { survivorNo: string; mergedNo: string; Reason: string },
  { RequestedById, RequestedBy, OutletCode }: Requester,
) {
  const { MergeId } = await ctx.db
    .insertInto('MemberMerge')
    .values({
      SurvivorCustomerId: SurvivorId,
      MergedCustomerId: MergedId,
      SurvivorMembershipNo: survivorNo,
      MergedMembershipNo: mergedNo,
      Reason,
      ...{ RequestedById, RequestedBy, OutletCode },
      MergedById: ctx.actor.userId,
      MergedBy: ctx.actor.name,
      MergedAt: ctx.now,
      LastHistoryId: 0,
    })
    .returning('MergeId')
    .executeTakeFirstOrThrow()
  return MergeId
}

/** Selects all columns of the customers and memberships as JSON. */
async function snapshotOf(ctx: Ctx, { SurvivorId, MergedId, all }: MergeMapping) {
  const { rows } = await sql<{ Survivor: object; Merged: object; Memberships: object[] }>`
    select (select to_jsonb(c) from customer c where customer_id = ${SurvivorId}) as survivor,
      (select to_jsonb(c) from customer c where customer_id = ${MergedId}) as merged,
      (select jsonb_agg(to_jsonb(m) order by membership_no) from membership m where membership_no = any(${all})) as memberships`.execute(
    ctx.db,
  )
  return rows[0]!
}

/** Clears the primary mark of the merged customer's address if the survivor has a primary one. Returns the address id. */
async function demotePrimaryAddress(ctx: Ctx, { SurvivorId, MergedId }: MergeMapping): Promise<number | null> {
  const { rows } = await sql<{ AddressId: number }>`
    select address_id from customer_address where customer_id = ${MergedId} and is_primary_yn = 'Y' and status = 'Active'`.execute(
    ctx.db,
  )
  await sql`
    update customer_address set is_primary_yn = 'N' where customer_id = ${MergedId} and is_primary_yn = 'Y' and exists (
      select from customer_address own where own.customer_id = ${SurvivorId} and own.is_primary_yn = 'Y' and own.status = 'Active')`.execute(
    ctx.db,
  )
  return rows[0]?.AddressId ?? null
}

/** Customers whom a merged number recommended get the survivor's number as their referrer. */
async function repointRecommendations(ctx: Ctx, { SurvivorId, MergedId, numbers }: MergeMapping): Promise<number[]> {
  const { rows } = await sql<{ CustomerId: number }>`
    update customer set recommend_membership_no = ${JSON.stringify(numbers)}::jsonb->>recommend_membership_no, version = version + 1
    where recommend_membership_no = any(${Object.keys(numbers)}) and customer_id not in (${SurvivorId}, ${MergedId})
    returning customer_id`.execute(ctx.db)
  return rows.map(({ CustomerId }) => CustomerId)
}

async function closeMerged(ctx: Ctx, { SurvivorId, MergedId }: MergeMapping, changes: readonly AbsorbedMembership[]) {
  const stamp = { UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now }
  for (const { MembershipNo, into } of changes) {
    await ctx.db
      .updateTable('Membership')
      .set((eb) => ({
        ...(into
          ? { Status: 'Merged' as const, MergedIntoMembershipNo: into.MembershipNo }
          : { CustomerId: SurvivorId }),
        Version: eb('Version', '+', 1),
        ...stamp,
      }))
      .where('MembershipNo', '=', MembershipNo)
      .execute()
  }
  await ctx.db
    .updateTable('Customer')
    .set((eb) => ({
      Status: 'Merged' as const,
      MergedIntoCustomerId: SurvivorId,
      Version: eb('Version', '+', 1),
      ...stamp,
    }))
    .where('CustomerId', '=', MergedId)
    .execute()
}

/** Writes category, cycle and join date of the absorbing memberships, and adds their change of level to the history. */
async function writeTiers(ctx: Ctx, changes: readonly AbsorbedMembership[], { RequestedById, OutletCode }: Requester) {
  const last = new Map(changes.flatMap((change) => (change.into ? [[change.into.MembershipNo, change] as const] : [])))
  for (const { into, tier, JoinDate } of last.values()) {
    if (!into) continue
    const { MemberType, CardCategoryCode, ActivatedAt, CycleStart, CycleEnd } = tier
    await ctx.db
      .updateTable('Membership')
      .set({
        ...{ MemberType, CardCategoryCode, ActivatedAt, CycleStart, CycleEnd, JoinDate },
        Version: into.Version + 1,
        UpdatedById: ctx.actor.userId,
        UpdatedAt: ctx.now,
      })
      .where('MembershipNo', '=', into.MembershipNo)
      .execute()
    if (CardCategoryCode === into.CardCategoryCode) continue
    await recordLevelChangeByMerge(ctx, {
      MembershipNo: into.MembershipNo,
      From: into.CardCategoryCode,
      To: CardCategoryCode,
      Reason: 'Merge',
      RequestedById,
      OutletCode,
    })
  }
}

type Level = {
  MembershipNo: string
  From: string | null
  To: string | null
  Reason: 'Merge' | 'Correction'
  RequestedById: number | null
  OutletCode: string | null
}

/** Records a change of level that a merge or its undo causes, as already approved. */
export async function recordLevelChangeByMerge(
  ctx: Ctx,
  { MembershipNo, From, To, Reason, RequestedById, OutletCode }: Level,
) {
  await sql`
    insert into membership_level_history (membership_no, action, from_category, to_category, reason, effective_date, status,
      requested_by_id, requested_at, outlet_code, decided_by_id, decided_at, applied_at)
    select ${MembershipNo}, case when ${To}::text is null or coalesce(below.level_sequence, 0) > coalesce(above.level_sequence, 0) then 'Downgrade' else 'Upgrade' end,
      ${From}, ${To}, ${Reason}, ${ctx.today}, 'Approved', ${RequestedById}, ${ctx.now}, ${OutletCode}, ${ctx.actor.userId}, ${ctx.now}, ${ctx.now}
    from (select 1) one
    left join card_category below on below.code = ${From} and below.status <> 'Deleted'
    left join card_category above on above.code = ${To} and above.status <> 'Deleted'`.execute(ctx.db)
}
