import { Link } from 'react-router'
import { LeadSourceType } from '#areas/customers/contract/lead-sources.ts'
import { SetupStatus } from '#kit/contract/record.ts'
import { formatPercent, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { type LeadSourceResult, listLeadSourceResults } from '../contract/prospects.ts'
import { prospectsPath } from '../paths.ts'

/** Results by lead source. */
export function ResultsList() {
  const t = useT()
  const columns: Column<LeadSourceResult>[] = [
    { field: 'Name', second: 'Code' },
    'Type',
    {
      field: 'Prospects',
      render: ({ LeadSourceId, Name, Prospects }) => (
        <Link
          to={prospectsPath({ show: 'prospects', LeadSourceId })}
          aria-label={`${t('leads:openProspects')}: ${Name}, ${formatPoints(Prospects)}`}
        >
          {formatPoints(Prospects)}
        </Link>
      ),
    },
    'PremiumMembers',
    'Buyers',
    'NetSales',
    {
      field: 'ConversionRate',
      figure: true,
      render: ({ ConversionRate }) => (
        <span className="carat-figure">{ConversionRate === null ? '–' : formatPercent(ConversionRate)}</span>
      ),
    },
  ]
  return (
    <ResourceTable
      area="leads"
      list={listLeadSourceResults}
      label={t('leads:shows.sources')}
      failed="leads:failed"
      rowKey="LeadSourceId"
      columns={columns}
      optional={[{ field: 'EventDate', as: 'date' }, 'OutletCode', 'Status']}
      search={{
        Code: 'capitals',
        Name: 'text',
        Type: LeadSourceType.options,
        Status: SetupStatus.options,
        OutletCode: { kind: 'outlet', label: 'leads:customersOutlet' },
        DateFrom: { until: 'DateTo', label: 'leads:came' },
      }}
      actions={({ LeadSourceId }) => [
        { label: t('leads:openProspects'), to: prospectsPath({ show: 'prospects', LeadSourceId }) },
      ]}
      empty={(filters) =>
        Object.keys(filters).length > 0
          ? undefined
          : { title: t('leads:source.empty'), hint: t('leads:source.emptyHint') }
      }
    />
  )
}
