import { loadCardGroupChoices } from '../web/choices.ts'
import { createReportPage } from '../web/engine/page.ts'
import { memberCategoryReport } from './contract.ts'

type Filters = Record<string, string>

/** Links a number to its members on the tab of category movements. */
const linkToMembers =
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

export const memberCategoryPage = createReportPage(memberCategoryReport, {
  columns: [
    'Category',
    'MembersStart',
    'NewMembers',
    'UpgradedIn',
    'DowngradedIn',
    'LeftMembers',
    'MembersEnd',
    'BuyingMembers',
    'Net',
  ],
  optional: ['UpgradedOut', 'DowngradedOut', 'SalesPerMember', 'PointBalance', 'CameBack'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: { kind: 'outlet', label: 'kit:fields.RegisteredOutletCode' },
    CardGroupId: { choices: loadCardGroupChoices },
  },
  figures: ['MembersStart', 'NewMembers', 'LeftMembers', 'MembersEnd'],
  chart: () => ({
    kind: 'bar',
    title: 'reports:memberCategoryChart',
    label: 'Category',
    figures: ['MembersStart', 'MembersEnd'],
  }),
  drill: {
    MembersStart: linkToMembers({}, 'FromCategory'),
    MembersEnd: linkToMembers({}, 'ToCategory'),
    NewMembers: linkToMembers({ CategoryMove: 'New' }, 'ToCategory'),
    CameBack: linkToMembers({ CategoryMove: 'Came back' }, 'ToCategory'),
    UpgradedIn: linkToMembers({ CategoryMove: 'Upgraded' }, 'ToCategory'),
    DowngradedIn: linkToMembers({ CategoryMove: 'Downgraded' }, 'ToCategory'),
    UpgradedOut: linkToMembers({ CategoryMove: 'Upgraded' }, 'FromCategory'),
    DowngradedOut: linkToMembers({ CategoryMove: 'Downgraded' }, 'FromCategory'),
    LeftMembers: linkToMembers({ CategoryMove: 'Left' }, 'FromCategory'),
  },
  empty: () => 'reports:emptyData',
  meanings: ['standing', 'left', 'buying', 'net'],
})
