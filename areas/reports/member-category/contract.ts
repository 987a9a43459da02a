import { z } from 'zod'
import { DateOnly, Id, Points, salesTotalField, upperCaseFilter } from '#kit/contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  /** Code of the card category, or 'Non-Premium Member' for members without a category. */
  Category: z.string(),
  MembersStart: z.int(),
  NewMembers: z.int(),
  /** Number of members who had left before the period and came back in it. */
  CameBack: z.int(),
  UpgradedIn: z.int(),
  DowngradedIn: z.int(),
  UpgradedOut: z.int(),
  DowngradedOut: z.int(),
  /** Number of members who were archived, merged or deleted in the period. */
  LeftMembers: z.int(),
  MembersEnd: z.int(),
  BuyingMembers: z.int(),
  Net: salesTotalField(),
  /** Average net sales per buying member. */
  SalesPerMember: salesTotalField(),
  /** Point balance, on the last day, of the members who are in the category on that day. */
  PointBalance: Points,
}

export const memberCategoryReport = declareReport('memberCategory', {
  summary: 'Lists card categories with their members before and after the period, movements and sales',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, CardGroupId: Id, OutletCode: upperCaseFilter },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'Category',
  totals: {
    MembersStart: z.int(),
    NewMembers: z.int(),
    CameBack: z.int(),
    UpgradedIn: z.int(),
    DowngradedOut: z.int(),
    LeftMembers: z.int(),
    MembersEnd: z.int(),
    BuyingMembers: z.int(),
    Net: salesTotalField(),
    SalesPerMember: salesTotalField(),
    PointBalance: Points,
  },
  sort: listSortableColumns(row, 'Category'),
  direction: 'ASC',
  rows: 100,
  grouped: true,
  about: ['membership', 'level history', 'customer', 'sale', 'cancellation'],
})
