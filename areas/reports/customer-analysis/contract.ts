import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, filterText, Id, PersonName, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** What members are grouped by; Date is the day on which they joined or bought. */
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
/** Those who joined in the days, or those who bought in them. */
export const ReportOption = z.enum(['Join Analysis', 'Sales Analysis'])
export const ReportType = z.enum(['Summary', 'Detail'])

const row = {
  /** Of a group its value, of a member the number. */
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
  /** With the analysis by Date. */
  TransactionDate: DateOnly.nullable(),
  Sales: salesTotal(),
}

export const customerAnalysis = report('customerAnalysis', {
  summary: 'Members who joined, or who bought, grouped by what they are, with their sales',
  filters: {
    OutletCode: upperFilter,
    DateFrom: DateOnly,
    DateTo: DateOnly,
    MemberType,
    AnalysisType,
    /** One of its values; - for unknown. */
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
