import { z } from 'zod'
import { DateOnly, Id, PersonName, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'
import { ReportType } from '../customer-analysis/contract.ts'

/** How a member's card category changed between two days. */
export const CategoryMove = z.enum(['Stayed', 'Upgraded', 'Downgraded', 'New', 'Came back', 'Left'])

const row = {
  Key: z.string(),
  /** Category on the first day; null if the customer was not a member on that day. */
  FromCategory: z.string().nullable(),
  ToCategory: z.string().nullable(),
  CategoryMove,
  Members: z.int(),
  /** Percentage of all members who were in FromCategory; null if FromCategory is null. */
  Share: Percent.nullable(),
  MembershipNo: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  RegisteredOutletCode: z.string().nullable(),
  JoinDate: DateOnly.nullable(),
}

export const categoryMovesReport = declareReport('categoryMoves', {
  summary: 'Movements of members between card categories in a period, counted or one by one',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    CardGroupId: Id,
    OutletCode: upperCaseFilter,
    CategoryMove,
    FromCategory: upperCaseFilter,
    ToCategory: upperCaseFilter,
    ReportType,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'Key',
  totals: { Members: z.int(), Upgraded: z.int(), Downgraded: z.int(), LeftMembers: z.int() },
  sort: listSortableColumns(row, 'FromCategory'),
  direction: 'ASC',
  rows: 100,
  grouped: true,
  about: ['membership', 'level history', 'customer'],
})
