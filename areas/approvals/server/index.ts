// The functions of the approvals area for other areas.
// An area requests a second person's approval and is called once that person has approved.
// An area with its own review page decides the same request with `decideRecordRequest`.

export { decideRecordRequest } from './decide.ts'
export { approvalKind } from './kinds.ts'
export { findRecordRequest, requestApproval } from './request-approval.ts'
export { undoRecordDecision } from './undo.ts'
