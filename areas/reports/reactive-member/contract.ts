import { z } from 'zod'
import { DateOnly, Id, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { customerColumns, Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  ...customerColumns,
  PreviousPurchase: z.string(),
  ReturnedOn: z.string(),
  /** Days between the two. */
  GapDays: z.int(),
  InvoiceNo: z.string(),
  OutletCode: z.string(),
  SalesPersonCode: z.string().nullable(),
  Net: salesTotal(),
  /** Whose target list led to that purchase. */
  CampaignCode: z.string().nullable(),
  CampaignName: z.string().nullable(),
  /** The follow-up that led to it. */
  TaskId: Id.nullable(),
  TaskName: z.string().nullable(),
}

export const reactiveMember = report('reactiveMember', {
  summary: 'Members who bought again between two days after a number of months without a purchase',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperFilter,
    /** After a gap of at least so many months; as the settings say if left out. */
    Months: z.coerce.number().int().min(1).max(120),
    /** Credited to this campaign. */
    CampaignCode: upperFilter,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'MembershipNo',
  totals: {
    Members: z.int(),
    Net: salesTotal(),
    /** Inactive at the beginning of these days. */
    InactiveBefore: z.int(),
    /** Of those, who came back. */
    ReturnShare: Percent.nullable(),
  },
  sort: sortable(row, 'ReturnedOn'),
  whole: true,
  about: ['sale', 'membership', 'customer'],
})
