// The functions of the approvals area for other areas.
// An area requests a second person's approval and is called once that person has approved.
// An area with its own review page decides the same request with `decidePendingRequestOfRecord`.

export { decidePendingRequestOfRecord } from './decide.ts'
export { defineApprovalKind } from './kinds.ts'
export { findPendingRequestOfRecord, requestApproval } from './request-approval.ts'
export { undoDecisionAboutRecord } from './undo.ts'
