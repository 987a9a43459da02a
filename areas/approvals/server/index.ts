// What other areas may ask of approvals: a second person, and to be asked once that person agreed.

export { type ApprovalKind, approvalKind, kindsOf, type Request } from './kinds.ts'
export { requestApproval } from './request-approval.ts'
export { requestsWaiting } from './waiting.ts'
