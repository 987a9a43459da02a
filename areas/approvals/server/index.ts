// What other areas may ask of approvals: a second person, and to be asked once that person agreed. An area with a screen
// of its own for deciding brings the same request to its end by `decideAbout`, so that both places always say the same.

export { decideAbout } from './decide.ts'
export { approvalKind } from './kinds.ts'
export { requestAbout, requestApproval } from './request-approval.ts'
export { undoAbout } from './undo.ts'
