import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, filterText, Id, PersonName, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** Attribute that groups the members; Date: day of joining or purchase. */
export const AnalysisType = z.enum([
  'Gender',
  'Ethnicity',
  'Age',
  'Category',
  'State',
  'Income Range',
  'Profession',
  'Language',
  'Where You Know Us',
  'Date',
])
/** Members who joined, or who bought, in the period. */
export const ReportOption = z.enum(['Join Analysis', 'Sales Analysis'])
export const ReportType = z.enum(['Summary', 'Detail'])

const row = {
  /** Value of a group, or membership number of a member. */
  Key: z.string(),
  Type: AnalysisType,
  /** Null: unknown. */
  Value: z.string().nullable(),
  Total: z.int(),
  Share: Percent,
  MembershipNo: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  RegisteredOutletCode: z.string().nullable(),
  JoinDate: DateOnly.nullable(),
  /** Only for the analysis by Date. */
  TransactionDate: DateOnly.nullable(),
  Sales: salesTotal(),
}

export const customerAnalysis = report('customerAnalysis', {
  summary: 'Members who joined or bought, grouped by an attribute, with their sales',
  filters: {
    OutletCode: upperFilter,
    DateFrom: DateOnly,
    DateTo: DateOnly,
    MemberType,
    AnalysisType,
    /** A value of the attribute; - for unknown. */
    AnalysisValue: filterText,
    ReportOption,
    ReportType,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'Key',
  totals: { Total: z.int(), Sales: salesTotal(), SalesPerMember: salesTotal() },
  sort: sortable(row, 'Value'),
  direction: 'ASC',
  rows: 100,
  grouped: true,
  about: ['membership', 'customer', 'sale'],
})
