import type { CSSProperties } from 'react'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { formatDecimal, formatMonth } from '#kit/web/format.ts'
import { createReportPage } from '../web/engine/page.ts'
import { CohortBy, cohortMonthColumns, purchaseCohortsReport } from './contract.ts'

/** A table cell whose background is stronger for a higher share. */
const Heat = ({ share }: { share: string | null }) =>
  share === null ? null : (
    <span className="report-heat" style={{ '--heat': `${Math.min(100, Number(share))}%` } as CSSProperties}>
      {formatDecimal(share)}
    </span>
  )

export const purchaseCohortsPage = createReportPage(purchaseCohortsReport, {
  columns: ({ CohortBy: by }) => [
    {
      field: 'FirstMonth',
      render: ({ FirstMonth }) => formatMonth(FirstMonth),
      ...(by === 'Joined' && { title: 'reports:fields.JoinMonth' as const }),
    },
    ...(by === 'Joined' ? (['Members'] as const) : []),
    'Buyers',
    'RepeatRate',
    ...cohortMonthColumns.map((field) => ({
      field,
      render: (row: Record<typeof field, string | null>) => <Heat share={row[field]} />,
    })),
  ],
  optional: ['Repeaters', 'Kept'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    CohortBy: CohortBy.options,
    OutletCode: 'outlet',
    MemberType: MemberType.options,
  },
  opens: { CohortBy: 'First Purchase' },
  figures: ['Buyers', 'Repeaters', 'RepeatRate', 'Kept'],
  empty: () => 'reports:emptyData',
  meanings: ['cohort', 'purchaseDay'],
})
