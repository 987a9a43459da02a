import { z } from 'zod'
import { DateOnly, Id, salesTotalField, upperCaseFilter } from '#kit/contract/fields.ts'
import { customerReportColumns, Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  ...customerReportColumns,
  PreviousPurchase: z.string(),
  ReturnedOn: z.string(),
  /** Number of days between the purchase and the previous one. */
  GapDays: z.int(),
  InvoiceNo: z.string(),
  OutletCode: z.string(),
  SalesPersonCode: z.string().nullable(),
  Net: salesTotalField(),
  /** Campaign to which the purchase is credited. */
  CampaignCode: z.string().nullable(),
  CampaignName: z.string().nullable(),
  /** Task to which the purchase is credited. */
  TaskId: Id.nullable(),
  TaskName: z.string().nullable(),
}

export const reactiveMemberReport = declareReport('reactiveMember', {
  summary: 'Members who bought between two days after a number of months without a purchase',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperCaseFilter,
    /** Minimum number of months between the two purchases; the default is a setting. */
    Months: z.coerce.number().int().min(1).max(120),
    /** Campaign to which the listed purchases are credited. */
    CampaignCode: upperCaseFilter,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'MembershipNo',
  totals: {
    Members: z.int(),
    Net: salesTotalField(),
    /** Number of members who were inactive at the start of the period. */
    InactiveBefore: z.int(),
    /** Percentage of the members who were inactive at the start of the period and bought again in it. */
    ReturnShare: Percent.nullable(),
  },
  sort: listSortableColumns(row, 'ReturnedOn'),
  whole: true,
  about: ['sale', 'membership', 'customer'],
})
