import { AuditRecord } from '#areas/audit/contract.ts'
import { auditTrailPath } from '#areas/audit/paths.ts'
import { AuditedValue, ChangedRecordLink } from '#areas/audit/web/index.ts'
import { createReportPage } from '../web/engine/page.ts'
import { auditTrailReport } from './contract.ts'

export const auditTrailPage = createReportPage(auditTrailReport, {
  columns: [
    'AuditedAt',
    { field: 'UpdatedBy', second: 'OutletCode' },
    { field: 'ObjectType', second: 'ObjectId', render: (row) => <ChangedRecordLink of={row} /> },
    'ActionType',
    'UpdatedFieldName',
    { field: 'PreviousInfo', render: (row) => <AuditedValue of={row} side="before" /> },
    { field: 'UpdatedInfo', render: (row) => <AuditedValue of={row} side="after" /> },
  ],
  optional: ['SessionId', 'SourceIP', 'RequestId', 'TableName', 'ErasedYN'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    UpdatedBy: 'text',
    ActionType: AuditRecord.shape.ActionType.options,
    ObjectType: 'text',
    ObjectId: 'text',
    UpdatedFieldName: 'text',
    TableName: 'text',
    SourceIP: 'text',
    RequestId: 'text',
  },
  figures: ['Changes', 'Records', 'Users', 'Requests'],
  // A row links to the history of its record, and the record's name links to the record.
  rowLink: ({ ObjectType, ObjectId }) => auditTrailPath({ ObjectType, ObjectId }),
  drill: { RequestId: ({ RequestId }) => (RequestId === null ? undefined : auditTrailPath({ RequestId })) },
  meanings: ['trail'],
})
