import { z } from 'zod'
import { ActionType, AmendmentSource } from '#areas/customers/contract/amendments.ts'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Id, Instant, PersonName, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { customerReportColumns } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'
import { declareTotals } from '../contract/totals.ts'

const row = {
  /** Key of the row: id of the amendment and name of the field. */
  Key: z.string(),
  UpdatedAt: Instant,
  ...customerReportColumns,
  ActionType,
  FieldName: z.string(),
  /** Value before the amendment; Updated is the value after it; identity numbers are masked. */
  Previous: z.string().nullable(),
  Updated: z.string().nullable(),
  UpdatedBy: PersonName,
  Source: AmendmentSource,
  OutletCode: z.string().nullable(),
  ReviewedBy: PersonName.nullable(),
  ReviewedDate: Instant.nullable(),
}

export const profileAmendmentReport = declareReport('profileAmendment', {
  summary: 'Changes of customer profiles between two days by field, with previous value and review',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    MemberType,
    CustomerId: Id,
    ActionType,
    UpdatedById: Id,
    OutletCode: upperCaseFilter,
    ReviewedYN: YN,
  },
  dates: ['DateFrom', 'DateTo'],
  named: ['CustomerId'],
  row,
  key: 'Key',
  totals: { Changes: z.int(), Customers: z.int(), Reviewed: z.int(), Waiting: z.int() },
  sort: listSortableColumns(row, 'UpdatedAt'),
  about: ['amendment', 'customer'],
})

export const profileAmendmentTotalsReport = declareTotals('profileAmendmentTotals', profileAmendmentReport, {
  summary: 'Returns the number of changes of customer profiles by staff or action',
  by: z.enum(['Staff', 'Action']),
})
