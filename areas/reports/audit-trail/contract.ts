import { z } from 'zod'
import { AuditTrailRow, auditTrailFilters } from '#areas/audit/contract.ts'
import { declareReport } from '../contract/report.ts'

export const auditTrailReport = declareReport('auditTrail', {
  summary: 'Lists field changes of all records between two days; outlets see their own changes',
  filters: auditTrailFilters,
  dates: ['DateFrom', 'DateTo'],
  named: ['ObjectId', 'RequestId'],
  row: AuditTrailRow.shape,
  key: 'AuditRecordId',
  totals: { Changes: z.int(), Records: z.int(), Users: z.int(), Requests: z.int() },
  // The report cannot be sorted by values, because the order would reveal masked values.
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
