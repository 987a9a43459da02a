import type { ServerArea } from '#kit/server/area.ts'
import { auditRoutes } from './server/routes.ts'
import { auditSealJob } from './server/seal-audit.ts'

export const auditServerArea: ServerArea = {
  name: 'audit',
  routes: auditRoutes,
  jobs: [auditSealJob],
}
