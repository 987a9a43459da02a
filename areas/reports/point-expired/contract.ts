import { z } from 'zod'
import { DateOnly, Decimal, Id, Points, upperCaseFilter } from '#kit/contract/fields.ts'
import { customerReportColumns, Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  HistoryId: Id,
  ExpiredOn: z.string(),
  ...customerReportColumns,
  PointExpired: Points,
  /** Cost of the expired points: number of points times the configured cost of a point. */
  ExpiryValue: Decimal,
  EarnedOn: z.string().nullable(),
  InvoiceNo: z.string().nullable(),
}

export const pointExpiredReport = declareReport('pointExpired', {
  summary: 'Lists expired points between two days by lot',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, OutletCode: upperCaseFilter, CardCategoryCode: upperCaseFilter },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'HistoryId',
  totals: {
    Members: z.int(),
    PointExpired: Points,
    ExpiryValue: Decimal,
    /** Points that members earned in the period of the report. */
    PointsEarned: Points,
    /** Expired points as a percentage of the points earned in the period of the report. */
    ExpiryRate: Percent.nullable(),
  },
  sort: listSortableColumns(row, 'ExpiredOn'),
  about: ['point history', 'customer'],
})
