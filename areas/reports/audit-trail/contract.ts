import { z } from 'zod'
import { AuditTrailRow, auditTrailFilters } from '#areas/audit/contract.ts'
import { report } from '../contract/report.ts'

export const auditTrail = report('auditTrail', {
  summary: 'Every change of every record between two days, field by field; at an outlet what was done there',
  filters: auditTrailFilters,
  dates: ['DateFrom', 'DateTo'],
  named: ['ObjectId', 'RequestId'],
  row: AuditTrailRow.shape,
  key: 'AuditRecordId',
  totals: { Changes: z.int(), Records: z.int(), Users: z.int(), Requests: z.int() },
  // Values are no order: nobody finds out what is masked by where it stands.
  sort: [
    'AuditedAt',
    'UpdatedBy',
    'OutletCode',
    'ObjectType',
    'ObjectId',
    'ActionType',
    'UpdatedFieldName',
    'TableName',
    'RequestId',
  ],
  about: ['log entry'],
})
