import type { ServerArea } from '#kit/server/area.ts'
import { approvalsPath } from './paths.ts'
import { requestsWaiting } from './server/requests.ts'
import { approvalRoutes } from './server/routes.ts'
import { approvalRows } from './server/row-kinds.ts'

export const approvals: ServerArea = {
  name: 'approvals',
  routes: approvalRoutes,
  rowKinds: approvalRows,
  badges: { [approvalsPath.pattern]: requestsWaiting },
  merge: {
    stays: { 'approval.membership_no': 'a decided request never changes, and a waiting one refuses the merge' },
  },
}
