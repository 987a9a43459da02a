import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addAuditLog, listAuditLog } from './audit-log.ts'
import { listAuditRecords } from './audit-records.ts'
import { listAuditTrail } from './audit-trail.ts'

export const auditRoutes = [
  serve(contract.addAuditLog, addAuditLog),
  serve(contract.listAuditLog, listAuditLog),
  serve(contract.listAuditRecords, listAuditRecords),
  serve(contract.listAuditTrail, listAuditTrail),
]
