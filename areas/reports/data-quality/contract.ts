import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { Issue } from '#areas/data-quality/contract/quality.ts'
import { upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  Issue: Issue,
  Customers: z.int(),
  /** Percentage of the checked customers who have the data issue. */
  Share: Percent.nullable(),
}

export const dataQualityReport = declareReport('dataQuality', {
  summary: 'Customers with missing or questionable data, by issue',
  filters: { OutletCode: upperCaseFilter, MemberType },
  row,
  key: 'Issue',
  totals: {
    /** Number of all customers except archived, merged and deleted ones. */
    CustomersChecked: z.int(),
    WithIssues: z.int(),
    Complete: z.int(),
    CompleteShare: Percent.nullable(),
  },
  sort: listSortableColumns(row, 'Customers'),
  rows: 100,
  grouped: true,
  about: ['customer with issues', 'customer', 'tag'],
})
