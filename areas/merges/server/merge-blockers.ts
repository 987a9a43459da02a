import { sql } from 'kysely'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Message, refusals, warnings } from '../contract.ts'
import { blockersIn, type MergeBlocker } from './catalogue.ts'
import { MERGE } from './names.ts'
import type { Parties } from './parties.ts'
import type { Plan } from './plan.ts'

export const messageOf = ({ code, message, params }: Refusal): Message => ({ code, message, params })

/** The refusals of a merge: the status of the two customers, and pending decisions about them. */
export async function mergeBlockersOf(ctx: Ctx, { survivor, merged }: Parties): Promise<Refusal[]> {
  const found: Refusal[] = []
  for (const { customer, memberships } of [survivor, merged]) {
    const { FullName, Status } = customer
    if (Status === 'Deleted' || Status === 'Merged') found.push(refusals.notMergeable({ FullName, Status }))
    else if (memberships.length === 0) found.push(refusals.noMembership({ FullName }))
  }
  if (merged.customer.UpgradePendingYN === 'Y')
    found.push(refusals.upgradePending({ FullName: merged.customer.FullName }))
  const numbers = merged.memberships.map(({ MembershipNo }) => MembershipNo)
  const both = [...numbers, ...survivor.memberships.map(({ MembershipNo }) => MembershipNo)]
  const blockers = ctx.services.areas.flatMap(({ merge }) => merge?.blockers ?? [])
  const { rows } = await sql<{ What: MergeBlocker; MembershipNo: string; Detail: string }>`
    ${blockersIn(blockers, sql`membership_no, detail`, { MergedId: merged.customer.CustomerId, numbers, both, MERGE })}`.execute(
    ctx.db,
  )
  const refusalOf: Record<MergeBlocker, (row: { MembershipNo: string; Detail: string }) => Refusal> = {
    level: ({ MembershipNo }) => refusals.levelPending({ MembershipNo }),
    approval: ({ MembershipNo, Detail }) => refusals.approvalPending({ MembershipNo, Kind: Detail }),
    amendment: () => refusals.amendmentPending({ FullName: merged.customer.FullName }),
    import: () => refusals.importRunning(),
    reward: ({ Detail }) => refusals.bothHoldReward({ Month: Detail }),
  }
  const distinct = [...new Map(rows.map((row) => [row.What + row.MembershipNo + row.Detail, row])).values()]
  for (const [what, refusal] of Object.entries(refusalOf))
    found.push(...distinct.filter(({ What }) => What === what).map(refusal))
  return found
}

const SIMILAR = 0.3

/** What should make somebody look twice. */
export async function warningsOf(ctx: Ctx, parties: Parties, plan: Plan): Promise<Refusal[]> {
  const { customer: one } = parties.survivor
  const { customer: other } = parties.merged
  const differ = (field: 'IdNo' | 'DateOfBirth' | 'Gender') =>
    one[field] !== null && other[field] !== null && one[field] !== other[field]
  const numbers = [...parties.survivor.memberships, ...parties.merged.memberships].map(
    ({ MembershipNo }) => MembershipNo,
  )
  const { rows } = await sql<{ Similar: number; Referred: boolean }>`
    select name_similarity(${one.FullName}, ${other.FullName}) as similar, exists (
      select from customer where customer_id in (${one.CustomerId}, ${other.CustomerId}) and recommend_membership_no = any(${numbers})
    ) as referred`.execute(ctx.db)
  const { Similar, Referred } = rows[0]!
  const Points = plan.memberships.reduce((total, { Arrears }) => total + Arrears, 0)
  const { FullName } = other
  return [
    differ('IdNo') && warnings.identityDiffers(),
    differ('DateOfBirth') && warnings.birthDateDiffers(),
    differ('Gender') && warnings.genderDiffers(),
    Similar < SIMILAR && warnings.nameDiffers(),
    one.Status !== other.Status && warnings.statusDiffers({ FullName, Status: other.Status, Survivor: one.Status }),
    Points > 0 && warnings.owes({ FullName, Points }),
    Referred && warnings.referred(),
    ...plan.memberships
      .filter(({ into }) => into === null)
      .map(({ MembershipNo, CardGroupName }) => warnings.severalGroups({ MembershipNo, CardGroupName })),
  ].filter((warning) => warning !== false)
}
