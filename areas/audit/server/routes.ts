import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addAuditLog } from './add-audit-log.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listAuditRecords } from './list-audit-records.ts'

export const auditRoutes = [
  serve(contract.addAuditLog, addAuditLog),
  serve(contract.listAuditLog, listAuditLog),
  serve(contract.listAuditRecords, listAuditRecords),
]
