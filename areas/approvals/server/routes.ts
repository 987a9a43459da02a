import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { approveRequest } from './approve-request.ts'
import { getApproval } from './get-approval.ts'
import { listApprovals } from './list-approvals.ts'
import { rejectRequest } from './reject-request.ts'
import { withdrawRequest } from './withdraw-request.ts'

export const approvalRoutes = [
  serve(contract.listApprovals, listApprovals),
  serve(contract.getApproval, getApproval),
  serve(contract.approveRequest, approveRequest),
  serve(contract.rejectRequest, rejectRequest),
  serve(contract.withdrawRequest, withdrawRequest),
]
