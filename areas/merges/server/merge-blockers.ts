import { sql } from 'kysely'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type MergeMessage, mergeRefusals, mergeWarnings } from '../contract.ts'
import { type MergeBlockerKind, selectBlockers } from './catalogue.ts'
import { MERGE_APPROVAL_KIND } from './names.ts'
import type { MergePartyRecords } from './parties.ts'
import type { MergePlan } from './plan.ts'

export const toMergeMessage = ({ code, message, params }: Refusal): MergeMessage => ({ code, message, params })

/** Returns the blockers of a merge: the status of the two customers, and pending decisions about them. */
export async function findMergeBlockers(ctx: Ctx, { survivor, merged }: MergePartyRecords): Promise<Refusal[]> {
  const blockersFound: Refusal[] = []
  for (const { customer, memberships } of [survivor, merged]) {
    const { FullName, Status } = customer
    if (Status === 'Deleted' || Status === 'Merged')
      blockersFound.push(mergeRefusals.notMergeable({ FullName, Status }))
    else if (memberships.length === 0) blockersFound.push(mergeRefusals.noMembership({ FullName }))
  }
  if (merged.customer.UpgradePendingYN === 'Y')
    blockersFound.push(mergeRefusals.upgradePending({ FullName: merged.customer.FullName }))
  const numbers = merged.memberships.map(({ MembershipNo }) => MembershipNo)
  const allNumbers = [...numbers, ...survivor.memberships.map(({ MembershipNo }) => MembershipNo)]
  const blockers = ctx.services.areas.flatMap(({ merge }) => merge?.blockers ?? [])
  const { rows } = await sql<{ Kind: MergeBlockerKind; MembershipNo: string; Detail: string }>`
    ${selectBlockers(blockers, sql`membership_no, detail`, { MergedId: merged.customer.CustomerId, numbers, both: allNumbers, MERGE: MERGE_APPROVAL_KIND })}`.execute(
    ctx.db,
  )
  const refusalOf: Record<MergeBlockerKind, (row: { MembershipNo: string; Detail: string }) => Refusal> = {
    level: ({ MembershipNo }) => mergeRefusals.levelPending({ MembershipNo }),
    approval: ({ MembershipNo, Detail }) => mergeRefusals.approvalPending({ MembershipNo, Kind: Detail }),
    amendment: () => mergeRefusals.amendmentPending({ FullName: merged.customer.FullName }),
    import: () => mergeRefusals.importRunning(),
    reward: ({ Detail }) => mergeRefusals.bothHoldReward({ Month: Detail }),
  }
  const distinct = [...new Map(rows.map((row) => [row.Kind + row.MembershipNo + row.Detail, row])).values()]
  for (const [kind, refusal] of Object.entries(refusalOf))
    blockersFound.push(...distinct.filter(({ Kind }) => Kind === kind).map(refusal))
  return blockersFound
}

const SIMILAR = 0.3

/** Returns differences which suggest that the two records belong to different persons. */
export async function findMergeWarnings(ctx: Ctx, parties: MergePartyRecords, plan: MergePlan): Promise<Refusal[]> {
  const { customer: survivor } = parties.survivor
  const { customer: merged } = parties.merged
  const differ = (field: 'IdNo' | 'DateOfBirth' | 'Gender') =>
    survivor[field] !== null && merged[field] !== null && survivor[field] !== merged[field]
  const numbers = [...parties.survivor.memberships, ...parties.merged.memberships].map(
    ({ MembershipNo }) => MembershipNo,
  )
  const { rows } = await sql<{ Similar: number; Referred: boolean }>`
    select name_similarity(${survivor.FullName}, ${merged.FullName}) as similar, exists (
      select from customer where customer_id in (${survivor.CustomerId}, ${merged.CustomerId}) and recommend_membership_no = any(${numbers})
    ) as referred`.execute(ctx.db)
  const { Similar, Referred } = rows[0]!
  const Points = plan.memberships.reduce((total, { Arrears }) => total + Arrears, 0)
  const { FullName } = merged
  return [
    differ('IdNo') && mergeWarnings.identityDiffers(),
    differ('DateOfBirth') && mergeWarnings.birthDateDiffers(),
    differ('Gender') && mergeWarnings.genderDiffers(),
    Similar < SIMILAR && mergeWarnings.nameDiffers(),
    survivor.Status !== merged.Status &&
      mergeWarnings.statusDiffers({ FullName, Status: merged.Status, Survivor: survivor.Status }),
    Points > 0 && mergeWarnings.owes({ FullName, Points }),
    Referred && mergeWarnings.referred(),
    ...plan.memberships
      .filter(({ into }) => into === null)
      .map(({ MembershipNo, CardGroupName }) => mergeWarnings.severalGroups({ MembershipNo, CardGroupName })),
  ].filter((warning) => warning !== false)
}
