import { customerPath } from '#areas/customers/paths.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { ReportType } from '../customer-analysis/contract.ts'
import { loadCardGroupChoices } from '../web/choices.ts'
import { createReportPage, type ReportFilters } from '../web/engine/page.ts'
import { CategoryMove, categoryMovesReport } from './contract.ts'

const isDetail = ({ ReportType: type }: ReportFilters) => type === 'Detail'

export const categoryMovesPage = createReportPage(categoryMovesReport, {
  columns: (filters) =>
    isDetail(filters)
      ? [
          { field: 'CustomerName', second: 'MembershipNo' },
          'FromCategory',
          'ToCategory',
          'CategoryMove',
          'RegisteredOutletCode',
          'JoinDate',
        ]
      : ['FromCategory', 'ToCategory', 'CategoryMove', 'Members', 'Share'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: { kind: 'outlet', label: 'kit:fields.RegisteredOutletCode' },
    CardGroupId: { choices: loadCardGroupChoices },
    CategoryMove: CategoryMove.options,
    FromCategory: { choices: fetchActiveCardCategoryChoices },
    ToCategory: { choices: fetchActiveCardCategoryChoices },
    ReportType: ReportType.options,
  },
  opens: { ReportType: 'Summary' },
  figures: ['Members', 'Upgraded', 'Downgraded', 'LeftMembers'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  drill: {
    // The number of members links to the list of these members.
    Members: ({ FromCategory, ToCategory, CategoryMove: move }, filters) =>
      isDetail(filters)
        ? undefined
        : `?${new URLSearchParams({
            ...filters,
            show: 'categoryMoves',
            ReportType: 'Detail',
            CategoryMove: move,
            ...(FromCategory && { FromCategory }),
            ...(ToCategory && { ToCategory }),
          })}`,
  },
  empty: () => 'reports:emptyData',
  meanings: ['standing', 'left'],
})
