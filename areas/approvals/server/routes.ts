import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { approveRequest } from './approve-request.ts'
import { getApproval } from './get-approval.ts'
import type { Kinds } from './kinds.ts'
import { listApprovals } from './list-approvals.ts'
import { rejectRequest } from './reject-request.ts'
import { withdrawRequest } from './withdraw-request.ts'

export function approvalRoutes(kinds: Kinds) {
  return [
    serve(contract.listApprovals, listApprovals),
    serve(contract.getApproval, getApproval(kinds)),
    serve(contract.approveRequest, approveRequest(kinds)),
    serve(contract.rejectRequest, rejectRequest(kinds)),
    serve(contract.withdrawRequest, withdrawRequest(kinds)),
  ]
}
