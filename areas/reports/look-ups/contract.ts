import { z } from 'zod'
import { DateOnly, filterText, Id, Instant, upperFilter } from '#kit/contract/fields.ts'
import { needs } from '#kit/contract/privilege.ts'
import { report, sortable } from '../contract/report.ts'

/** By what personal data were seen or taken away; each is written down when it happens. */
export const LookUp = z.enum(['View Customer', 'Reveal Identity Number', 'Export Data', 'Export Personal Data'])

const row = {
  AuditLogId: Id,
  LoggedAt: Instant,
  LookUp,
  UpdatedBy: z.string().nullable(),
  OutletCode: z.string().nullable(),
  /** Null: a file of many. */
  CustomerId: Id.nullable(),
  LogText: z.string(),
  SourceIP: needs('View Audit', z.string()),
}

export const lookUps = report('lookUps', {
  summary: 'Who looked up customers of other outlets or full identity numbers, and who exported data, between two days',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    LookUp,
    UpdatedBy: filterText,
    OutletCode: upperFilter,
    CustomerId: Id,
  },
  dates: ['DateFrom', 'DateTo'],
  named: ['CustomerId'],
  row,
  key: 'AuditLogId',
  totals: { LookUps: z.int(), Customers: z.int(), Users: z.int(), Exports: z.int() },
  sort: sortable(row, 'LoggedAt'),
  about: ['log entry'],
})
