import type { ServerArea } from '#kit/server/area.ts'
import { ownDataPath } from './paths.ts'
import { erasureJob } from './server/erasure-job.ts'
import { erasureApprovalKind } from './server/request-erasure.ts'
import { privacyRoutes } from './server/routes.ts'

export const privacyServerArea: ServerArea = {
  name: 'privacy',
  routes: privacyRoutes,
  publicPages: [{ path: ownDataPath.pattern, module: 'public/OwnDataPage.tsx' }],
  jobs: [erasureJob],
  approvalKinds: [erasureApprovalKind],
  merge: {
    stays: { 'customer_erasure.customer_id': 'an erased customer is never merged' },
  },
  personal: {
    none: { customer_erasure: 'says that the personal data were erased, and by whom' },
  },
}
