import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { approveRequest, createRequestDecider } from './decide.ts'
import { getApproval, listApprovals } from './requests.ts'
import { undoApproval } from './undo.ts'

export const approvalRoutes = [
  serve(contract.listApprovals, listApprovals),
  serve(contract.getApproval, getApproval),
  serve(contract.approveRequest, approveRequest),
  serve(contract.undoApproval, undoApproval),
  serve(contract.rejectRequest, createRequestDecider('Rejected')),
  serve(contract.withdrawRequest, createRequestDecider('Withdrawn')),
]
