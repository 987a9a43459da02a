import { requestApproval } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type mergeMembers as endpoint, mergeRefusals } from '../contract.ts'
import { findMergeBlockers } from './merge-blockers.ts'
import { MERGE_APPROVAL_KIND } from './names.ts'
import { findMergeParties, mainMembershipNoOfParty } from './parties.ts'
import { buildSurvivorValues, planMerge } from './plan.ts'

/** Requests a merge, which needs the approval of a second person. */
export async function mergeMembers(ctx: Ctx, { ConfirmMembershipNo, ...input }: Input<typeof endpoint>) {
  const parties = await findMergeParties(ctx, input)
  const [blocker] = await findMergeBlockers(ctx, parties)
  if (blocker) throw blocker
  const [survivorNo, MembershipNo] = [
    mainMembershipNoOfParty(parties.survivor),
    mainMembershipNoOfParty(parties.merged),
  ]
  if (ConfirmMembershipNo.replaceAll(/[^A-Z0-9]/g, '') !== MembershipNo)
    throw mergeRefusals.confirmationWrong({ MembershipNo })
  buildSurvivorValues(parties, planMerge(parties, input.KeepTierOf), input.TakeFromMerged)

  const ApprovalId = await requestApproval(ctx, {
    Kind: MERGE_APPROVAL_KIND,
    ObjectType: 'Customer',
    ObjectId: input.MergedId,
    Summary: {
      key: 'approvals:summary.merge',
      params: {
        name: parties.merged.customer.FullName,
        number: MembershipNo,
        survivor: parties.survivor.customer.FullName,
        survivorNumber: survivorNo,
      },
    },
    Payload: input,
    Privilege: 'Approve Requests',
    MembershipNo: survivorNo,
  })
  return { ApprovalId }
}
