import { cardGroups } from '../web/choices.ts'
import { reportPage } from '../web/engine/page.ts'
import { memberCategory } from './contract.ts'

type Filters = Record<string, string>

/** The members behind a number, one by one: the tab beside it. */
const people =
  (movement: Filters, column: 'FromCategory' | 'ToCategory') =>
  ({ Category }: { Category: string }, { DateFrom, DateTo, OutletCode, CardGroupId }: Filters) =>
    `?${new URLSearchParams({
      show: 'categoryMoves',
      ...(DateFrom && { DateFrom }),
      ...(DateTo && { DateTo }),
      ...(OutletCode && { OutletCode }),
      ...(CardGroupId && { CardGroupId }),
      ReportType: 'Detail',
      ...movement,
      [column]: Category,
    })}`

export const page = reportPage(memberCategory, {
  columns: [
    'Category',
    'MembersStart',
    'NewMembers',
    'UpgradedIn',
    'DowngradedIn',
    'UpgradedOut',
    'DowngradedOut',
    'LeftMembers',
    'MembersEnd',
    'BuyingMembers',
    'Net',
    'SalesPerMember',
    'PointBalance',
  ],
  optional: ['CameBack'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: { kind: 'outlet', label: 'kit:fields.RegisteredOutletCode' },
    CardGroupId: { choices: cardGroups },
  },
  figures: ['MembersStart', 'NewMembers', 'LeftMembers', 'MembersEnd'],
  chart: () => ({
    kind: 'bar',
    title: 'reports:memberCategoryChart',
    label: 'Category',
    figures: ['MembersStart', 'MembersEnd'],
  }),
  drill: {
    MembersStart: people({}, 'FromCategory'),
    MembersEnd: people({}, 'ToCategory'),
    NewMembers: people({ CategoryMove: 'New' }, 'ToCategory'),
    CameBack: people({ CategoryMove: 'Came back' }, 'ToCategory'),
    UpgradedIn: people({ CategoryMove: 'Upgraded' }, 'ToCategory'),
    DowngradedIn: people({ CategoryMove: 'Downgraded' }, 'ToCategory'),
    UpgradedOut: people({ CategoryMove: 'Upgraded' }, 'FromCategory'),
    DowngradedOut: people({ CategoryMove: 'Downgraded' }, 'FromCategory'),
    LeftMembers: people({ CategoryMove: 'Left' }, 'FromCategory'),
  },
  empty: () => 'reports:emptyData',
  meanings: ['standing', 'left', 'buying', 'net'],
})
