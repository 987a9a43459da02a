import { z } from 'zod'
import { DateOnly, Id, Points, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  /** The code of a card category, or 'Non-Premium Member'. */
  Category: z.string(),
  MembersStart: z.int(),
  NewMembers: z.int(),
  /** Who had left before the days, and is a member again. */
  CameBack: z.int(),
  UpgradedIn: z.int(),
  DowngradedIn: z.int(),
  UpgradedOut: z.int(),
  DowngradedOut: z.int(),
  /** Archived, merged into another number, or deleted. */
  LeftMembers: z.int(),
  MembersEnd: z.int(),
  BuyingMembers: z.int(),
  Net: salesTotal(),
  /** Net by buying member. */
  SalesPerMember: salesTotal(),
  /** Of those who are in it after the days, on the last of them. */
  PointBalance: Points,
}

export const memberCategory = report('memberCategory', {
  summary:
    'Card categories with their members before and after the days, who came, moved and left, and what they bought',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, CardGroupId: Id, OutletCode: upperFilter },
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
    Net: salesTotal(),
    SalesPerMember: salesTotal(),
    PointBalance: Points,
  },
  sort: sortable(row, 'Category'),
  direction: 'ASC',
  rows: 100,
  grouped: true,
  about: ['membership', 'level history', 'customer', 'sale', 'cancellation'],
})
