import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { previewMerge as endpoint, MembershipChange, MergePreview } from '../contract.ts'
import { findStricterConsents } from './consents.ts'
import { findMergeBlockers, findMergeWarnings, toMergeMessage } from './merge-blockers.ts'
import { countRowsToMove } from './move-rows.ts'
import { findMergeParties, toMergeParty } from './parties.ts'
import { type AbsorbedMembership, listFieldChoices, planMerge } from './plan.ts'
import { createMergeMapping } from './write-merge.ts'

/** Returns both customers of the merge, the rows that would move, blockers and warnings. */
export async function previewMerge(ctx: Ctx, input: Input<typeof endpoint>): Promise<MergePreview> {
  const parties = await findMergeParties(ctx, input)
  const plan = planMerge(parties, input.KeepTierOf)
  const mapping = createMergeMapping(parties, plan.memberships)
  const [staff, sources, Moves, Expiries, words, warnings, blockers] = await Promise.all([
    staffNames(ctx, parties.survivor.customer.PreferredStaffId, parties.merged.customer.PreferredStaffId),
    sourceNames(ctx, parties.survivor.customer.LeadSourceId, parties.merged.customer.LeadSourceId),
    countRowsToMove(ctx, mapping),
    expiriesOf(ctx, Object.keys(mapping.numbers)),
    findStricterConsents(ctx, input.SurvivorId, input.MergedId),
    findMergeWarnings(ctx, parties, plan),
    findMergeBlockers(ctx, parties),
  ])
  return {
    Survivor: toMergeParty(parties.survivor),
    Merged: toMergeParty(parties.merged),
    Fields: listFieldChoices(parties, {
      staff: (id) => staff.get(id) ?? String(id),
      leadSource: (id) => sources.get(id) ?? String(id),
    }),
    Memberships: listMembershipChanges(plan.memberships),
    ...{ Moves, Expiries },
    Consents: words.map(({ Channel, Before, After }) => ({ Channel, Before, After })),
    Warnings: warnings.map(toMergeMessage),
    Obstacles: blockers.map(toMergeMessage),
  }
}

/** Lists the effects in order. If a membership absorbs several others, each effect builds on the previous one. */
export function listMembershipChanges(changes: readonly AbsorbedMembership[]): MembershipChange[] {
  const sofar = new Map<string, { Points: number; Arrears: number; Category: string | null; CycleEnd: string | null }>()
  return changes.map(({ MembershipNo, CardGroupName, Points, Arrears, into, tier }) => {
    const noSurvivor = { Points: 0, Arrears: 0, Category: tier.CardCategoryCode, CycleEnd: tier.CycleEnd }
    const before = into
      ? (sofar.get(into.MembershipNo) ?? {
          Points: into.Points,
          Arrears: into.Arrears,
          Category: into.CardCategoryCode,
          CycleEnd: into.CycleEnd,
        })
      : noSurvivor
    // The points of one membership pay the arrears of the other.
    const PointsAfter = before.Points + Points
    const ArrearsAfter = Math.max(-PointsAfter, 0)
    const after = {
      Points: PointsAfter,
      Arrears: ArrearsAfter,
      Category: tier.CardCategoryCode,
      CycleEnd: tier.CycleEnd,
    }
    if (into) sofar.set(into.MembershipNo, after)
    return {
      ...{ MembershipNo, CardGroupName, Points, Arrears, PointsAfter, ArrearsAfter },
      Into: into?.MembershipNo ?? null,
      CategoryBefore: before.Category,
      CategoryAfter: after.Category,
      CycleEndBefore: before.CycleEnd,
      CycleEndAfter: after.CycleEnd,
      PointsBefore: before.Points,
    }
  })
}

async function expiriesOf(ctx: Ctx, numbers: readonly string[]) {
  const { rows } = await sql<MergePreview['Expiries'][number]>`
    select to_char(expiry_date, 'YYYY-MM') as month, sum(point_amount - point_reversed - point_utilized - point_expired)::bigint as points
    from point_history
    where membership_no = any(${numbers}) and point_amount > 0 and point_reversed + point_utilized + point_expired < point_amount
    group by 1 order by 1 nulls last limit 60`.execute(ctx.db)
  return rows
}

async function staffNames(ctx: Ctx, ...ids: (number | null)[]) {
  const { rows } = await sql<{ StaffId: number; FullName: string }>`
    select staff_id, full_name from staff where staff_id = any(${ids.filter((id) => id !== null)}::bigint[])`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ StaffId, FullName }) => [StaffId, FullName]))
}

async function sourceNames(ctx: Ctx, ...ids: (number | null)[]) {
  const { rows } = await sql<{ LeadSourceId: number; Name: string }>`
    select lead_source_id, name from lead_source where lead_source_id = any(${ids.filter((id) => id !== null)}::bigint[])`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ LeadSourceId, Name }) => [LeadSourceId, Name]))
}
