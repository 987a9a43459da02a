import { requestApproval } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type mergeMembers as endpoint, refusals } from '../contract.ts'
import { findMergeBlockers } from './merge-blockers.ts'
import { MERGE_KIND } from './names.ts'
import { findParties, mainMembershipNo } from './parties.ts'
import { planMerge, survivorValues } from './plan.ts'

/** Requests a merge, which needs the approval of a second person. */
export async function mergeMembers(ctx: Ctx, { ConfirmMembershipNo, ...input }: Input<typeof endpoint>) {
  const parties = await findParties(ctx, input)
  const [blocker] = await findMergeBlockers(ctx, parties)
  if (blocker) throw blocker
  const [survivorNo, MembershipNo] = [mainMembershipNo(parties.survivor), mainMembershipNo(parties.merged)]
  if (ConfirmMembershipNo.replaceAll(/[^A-Z0-9]/g, '') !== MembershipNo)
    throw refusals.confirmationWrong({ MembershipNo })
  survivorValues(parties, planMerge(parties, input.KeepTierOf), input.TakeFromMerged)

  const ApprovalId = await requestApproval(ctx, {
    Kind: MERGE_KIND,
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
