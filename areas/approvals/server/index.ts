// The API of approvals for other areas. An area requests a second person's approval and is called once it is given. An area with its
// own review page decides the same request by `decideRecordRequest`, so that both places agree.

export { decideRecordRequest } from './decide.ts'
export { approvalKind } from './kinds.ts'
export { findRecordRequest, requestApproval } from './request-approval.ts'
export { undoRecordDecision } from './undo.ts'
