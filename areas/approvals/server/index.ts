// What other areas may ask of approvals: a second person, and to be asked once that person agreed. An area with a screen
// of its own for deciding brings the same request to its end by `decide`, so that both places always say the same.

export { decide, requireDecider } from './decide.ts'
export { type ApprovalKind, approvalKind, type Request } from './kinds.ts'
export { requestAbout } from './request-about.ts'
export { requestApproval } from './request-approval.ts'
export { waitingRequest } from './waiting-request.ts'
