import { z } from 'zod'
import { AuditRecord } from '#areas/audit/contract.ts'
import { DateOnly, text, upperFilter, YN } from '#kit/contract/fields.ts'
import { report } from '../contract/report.ts'

const row = {
  ...AuditRecord.shape,
  /** Values were erased with a customer's personal data. */
  ErasedYN: YN,
}

export const auditTrail = report('auditTrail', {
  summary: 'Every change of every record between two days, field by field; at an outlet what was done there',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    UpdatedBy: text(100),
    OutletCode: upperFilter,
    TableName: text(60),
    ObjectType: text(60),
    ObjectId: text(60),
    ActionType: AuditRecord.shape.ActionType,
    UpdatedFieldName: text(100),
    SourceIP: text(45),
    RequestId: text(60),
  },
  dates: ['DateFrom', 'DateTo'],
  named: ['ObjectId', 'RequestId'],
  row,
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
