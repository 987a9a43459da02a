// The API of approvals for other areas. An area requests a second person's approval and is called once it is given. An area with its
// own review page decides the same request by `decideAbout`, so that both places agree.

export { decideAbout } from './decide.ts'
export { approvalKind } from './kinds.ts'
export { requestAbout, requestApproval } from './request-approval.ts'
export { undoAbout } from './undo.ts'
