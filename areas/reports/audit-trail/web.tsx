import { AuditRecord } from '#areas/audit/contract.ts'
import { auditTrailPath } from '#areas/audit/paths.ts'
import { AuditedValue, ChangedRecord } from '#areas/audit/web/index.ts'
import { reportPage } from '../web/engine/page.ts'
import { auditTrail } from './contract.ts'

export const page = reportPage(auditTrail, {
  columns: [
    'AuditedAt',
    { field: 'UpdatedBy', second: 'OutletCode' },
    { field: 'ObjectType', second: 'ObjectId', render: (row) => <ChangedRecord of={row} /> },
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
