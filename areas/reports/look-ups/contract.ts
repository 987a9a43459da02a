import { z } from 'zod'
import { DateOnly, filterText, Id, Instant, upperCaseFilter } from '#kit/contract/fields.ts'
import { privilegedField } from '#kit/contract/privilege.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** Kinds of logged actions that display or export personal data. */
export const LookUp = z.enum(['View Customer', 'Reveal Identity Number', 'Export Data', 'Export Personal Data'])

const row = {
  AuditLogId: Id,
  LoggedAt: Instant,
  LookUp,
  UpdatedBy: z.string().nullable(),
  OutletCode: z.string().nullable(),
  /** Customer whose data was displayed; null for an export of many customers. */
  CustomerId: Id.nullable(),
  LogText: z.string(),
  SourceIP: privilegedField('View Audit', z.string()),
}

export const lookUpsReport = declareReport('lookUps', {
  summary: 'Lists look-ups of customers of other outlets, revealed identity numbers and exports between two days',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    LookUp,
    UpdatedBy: filterText,
    OutletCode: upperCaseFilter,
    CustomerId: Id,
  },
  dates: ['DateFrom', 'DateTo'],
  named: ['CustomerId'],
  row,
  key: 'AuditLogId',
  totals: { LookUps: z.int(), Customers: z.int(), Users: z.int(), Exports: z.int() },
  sort: listSortableColumns(row, 'LoggedAt'),
  about: ['log entry'],
})
