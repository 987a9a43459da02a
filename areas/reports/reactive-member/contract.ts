import { z } from 'zod'
import { DateOnly, Id, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { customerColumns, Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  ...customerColumns,
  PreviousPurchase: z.string(),
  ReturnedOn: z.string(),
  /** Days between the two purchases. */
  GapDays: z.int(),
  InvoiceNo: z.string(),
  OutletCode: z.string(),
  SalesPersonCode: z.string().nullable(),
  Net: salesTotal(),
  /** Campaign that the purchase is credited to. */
  CampaignCode: z.string().nullable(),
  CampaignName: z.string().nullable(),
  /** Task that the purchase is credited to. */
  TaskId: Id.nullable(),
  TaskName: z.string().nullable(),
}

export const reactiveMember = report('reactiveMember', {
  summary: 'Members who bought between two days after a number of months without a purchase',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperFilter,
    /** Minimum gap in months; default from the settings. */
    Months: z.coerce.number().int().min(1).max(120),
    /** Credited campaign. */
    CampaignCode: upperFilter,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'MembershipNo',
  totals: {
    Members: z.int(),
    Net: salesTotal(),
    /** Inactive at the start of the period. */
    InactiveBefore: z.int(),
    /** Share of these who returned. */
    ReturnShare: Percent.nullable(),
  },
  sort: sortable(row, 'ReturnedOn'),
  whole: true,
  about: ['sale', 'membership', 'customer'],
})
