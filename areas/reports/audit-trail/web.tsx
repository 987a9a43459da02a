import { AuditRecord } from '#areas/audit/contract.ts'
import { auditTrailPath } from '#areas/audit/paths.ts'
import { useProvided } from '#kit/web/provided.ts'
import { reportPage } from '../web/engine/page.ts'
import { auditTrail } from './contract.ts'

type Entry = Pick<
  AuditRecord,
  'ObjectType' | 'ObjectId' | 'ActionType' | 'UpdatedFieldName' | 'PreviousInfo' | 'UpdatedInfo'
>

const Side = ({ of, side }: { of: Entry; side: 'before' | 'after' }) => {
  const { Side } = useProvided().history
  return Side ? <Side of={of} side={side} /> : null
}

const Changed = ({ of }: { of: Entry }) => {
  const { Changed } = useProvided().history
  return Changed ? <Changed of={of} /> : null
}

export const page = reportPage(auditTrail, {
  columns: [
    'AuditedAt',
    { field: 'UpdatedBy', second: 'OutletCode' },
    { field: 'ObjectType', second: 'ObjectId', render: (row) => <Changed of={row} /> },
    'ActionType',
    'UpdatedFieldName',
    { field: 'PreviousInfo', render: (row) => <Side of={row} side="before" /> },
    { field: 'UpdatedInfo', render: (row) => <Side of={row} side="after" /> },
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
  // The whole history of the record; its name leads to the record itself.
  rowLink: ({ ObjectType, ObjectId }) => auditTrailPath({ ObjectType, ObjectId }),
  drill: { RequestId: ({ RequestId }) => (RequestId === null ? undefined : auditTrailPath({ RequestId })) },
  meanings: ['trail'],
})
