import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { decideRequest } from './decide.ts'
import { getApproval, listApprovals } from './requests.ts'

export const approvalRoutes = [
  serve(contract.listApprovals, listApprovals),
  serve(contract.getApproval, getApproval),
  serve(contract.approveRequest, decideRequest('Approved')),
  serve(contract.rejectRequest, decideRequest('Rejected')),
  serve(contract.withdrawRequest, decideRequest('Withdrawn')),
]
