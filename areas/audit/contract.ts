import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Id, Instant, InstantInput, longText, text, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, unnamedRows } from '#kit/contract/scope.ts'
import { declareAuditedRow, rolesThatReadHistory } from './contract/subjects.ts'

/** The action type of entries that users write. The server writes all other entries. */
export const NOTE_LOG_ACTION = 'Note'

export const AuditLog = z.strictObject({
  AuditLogId: Id,
  LoggedAt: Instant,
  ActionType: z.string(),
  ObjectType: z.string(),
  ObjectId: z.string(),
  LogText: z.string(),
  UpdatedById: Id.nullable(),
  UpdatedBy: z.string().nullable(),
  OutletCode: z.string().nullable(),
  /** Null for callers without the privilege View Audit. */
  SessionId: z.string().nullable(),
  SourceIP: z.string().nullable(),
  RequestId: z.string().nullable(),
})
export type AuditLog = z.infer<typeof AuditLog>

/** One changed field. For an added or deleted row, one record contains all fields as JSON. */
export const AuditRecord = z.strictObject({
  AuditRecordId: Id,
  AuditedAt: Instant,
  TableName: z.string(),
  ObjectType: z.string(),
  ObjectId: z.string(),
  ActionType: z.enum(['Add', 'Update', 'Delete', 'Import', 'Erase']),
  UpdatedFieldName: z.string().nullable(),
  PreviousInfo: z.string().nullable(),
  UpdatedInfo: z.string().nullable(),
  UpdatedById: Id.nullable(),
  UpdatedBy: z.string().nullable(),
  OutletCode: z.string().nullable(),
  /** Null for callers without the privilege View Audit. */
  SessionId: z.string().nullable(),
  SourceIP: z.string().nullable(),
  RequestId: z.string().nullable(),
})
export type AuditRecord = z.infer<typeof AuditRecord>

export const auditRefusals = {
  forbidden: refusal(403, 'audit.forbidden', 'You do not have permission to view the history of this record'),
  notFound: refusal(404, 'audit.not_found', 'Record not found'),
}

const objectType = text(60).pipe(z.string().regex(/^[A-Za-z]+$/, 'Name the record like CardGroup'))

export const addAuditLog = change({
  path: '/audit-log/add',
  access: 'staff',
  scope: unnamedRows('own account', declareAuditedRow('ObjectType', 'ObjectId')),
  about: ['log entry'],
  summary: 'Writes a note about a record; who, when and from where are the server’s to say',
  status: 201,
  ignored: ignoreFields(
    'The database records changes of fields itself',
    'TableName',
    'ActionType',
    'UpdatedFieldName',
    'PreviousInfo',
    'UpdatedInfo',
  ),
  body: z.strictObject({ ObjectType: objectType, ObjectId: text(60), LogText: longText(1000) }),
  reply: z.strictObject({ LoggedAt: Instant, UpdatedBy: z.string() }),
})

export const listAuditLog = read({
  path: '/audit-log/find-all',
  access: 'staff',
  scope: unnamedRows('own outlet', declareAuditedRow('Search.ObjectType', 'Search.ObjectId')),
  about: ['log entry'],
  summary:
    'Lists actions: the caller’s own, those of a record, or with the privilege View Audit all of the outlet (head office: all)',
  body: pageQuery(
    {
      ObjectType: objectType,
      ObjectId: text(60),
      ActionType: text(100),
      UpdatedById: Id,
      DateFrom: InstantInput,
      DateTo: InstantInput,
    },
    { rows: 20, sort: ['LoggedAt'], direction: 'DESC' },
  ),
  reply: pageReply(AuditLog),
})

export const listAuditRecords = read({
  path: '/audit-records/find-all',
  access: 'staff',
  scope: namedRows(declareAuditedRow('Search.ObjectType', 'Search.ObjectId')),
  summary: 'Lists the history of one record, field by field; secrets and identity numbers are masked',
  body: pageQuery({}, { rows: 50, sort: ['AuditedAt'], direction: 'DESC' }).extend({
    Search: z.strictObject({
      ObjectType: text(60).refine((subject) => rolesThatReadHistory(subject), 'Choose one of the options'),
      ObjectId: text(60),
    }),
  }),
  reply: pageReply(AuditRecord),
})

/** An entry of the audit trail. */
export const AuditTrailRow = AuditRecord.extend({
  /** `Y` if the values were erased with a customer's personal data. */
  ErasedYN: YN,
})
export type AuditTrailRow = z.infer<typeof AuditTrailRow>

/** The filters of the audit trail. */
export const auditTrailFilters = {
  DateFrom: DateOnly,
  DateTo: DateOnly,
  UpdatedBy: text(100),
  OutletCode: upperCaseFilter,
  TableName: text(60),
  ObjectType: text(60),
  ObjectId: text(60),
  ActionType: AuditRecord.shape.ActionType,
  UpdatedFieldName: text(100),
  SourceIP: text(45),
  RequestId: text(60),
}

export const listAuditTrail = read({
  path: '/audit-trail/find-all',
  access: { role: ['Audit Trail Report', 'Settings', 'User Roles'], privilege: 'View Audit' },
  scope: unnamedRows('own outlet'),
  about: ['log entry'],
  summary: 'Lists every change of every record, field by field: an outlet sees its own changes, head office all',
  body: pageQuery(auditTrailFilters, { rows: 20, sort: ['AuditedAt'], direction: 'DESC' }),
  reply: pageReply(AuditTrailRow),
})
