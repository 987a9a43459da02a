import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, filterText, Id, PersonName, salesTotalField, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** Attribute by which members are grouped; for Date it is the day of joining or of purchase. */
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
/** Selects the members to analyse: those who joined in the period, or those who bought in the period. */
export const ReportOption = z.enum(['Join Analysis', 'Sales Analysis'])
export const ReportType = z.enum(['Summary', 'Detail'])

const row = {
  /** Value of the group, or membership number of the member in a detail row. */
  Key: z.string(),
  Type: AnalysisType,
  /** Value of the attribute that the members of the group share; null if unknown. */
  Value: z.string().nullable(),
  Total: z.int(),
  Share: Percent,
  MembershipNo: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  RegisteredOutletCode: z.string().nullable(),
  JoinDate: DateOnly.nullable(),
  /** Day of the purchase; null unless AnalysisType is Date. */
  TransactionDate: DateOnly.nullable(),
  Sales: salesTotalField(),
}

export const customerAnalysisReport = declareReport('customerAnalysis', {
  summary: 'Members who joined or bought, grouped by an attribute, with their sales',
  filters: {
    OutletCode: upperCaseFilter,
    DateFrom: DateOnly,
    DateTo: DateOnly,
    MemberType,
    AnalysisType,
    /** Selects the members with this value of the attribute; "-" selects members without a known value. */
    AnalysisValue: filterText,
    ReportOption,
    ReportType,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'Key',
  totals: { Total: z.int(), Sales: salesTotalField(), SalesPerMember: salesTotalField() },
  sort: listSortableColumns(row, 'Value'),
  direction: 'ASC',
  rows: 100,
  grouped: true,
  about: ['membership', 'customer', 'sale'],
})
