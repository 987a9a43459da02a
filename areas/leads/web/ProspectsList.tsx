import { customerPath } from '#areas/customers/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { listProspects, type Prospect } from '../contract/prospects.ts'

/** The customers whom imports of leads made. */
export function ProspectsList() {
  const t = useT()
  const given = (field: 'Email' | 'IdType' | 'IdNo'): Column<Prospect> => ({
    field,
    render: (row) => row[field] ?? t('leads:notGiven'),
  })
  const columns: Column<Prospect>[] = [
    { field: 'FullName', second: 'MembershipNo' },
    { field: 'LeadSourceName', second: 'LeadSourceCode' },
    'CreatedAt',
    { field: 'ContactNo', render: ({ ContactNo }) => <span dir="ltr">{ContactNo ?? t('leads:notGiven')}</span> },
    given('Email'),
    given('IdType'),
    given('IdNo'),
    'OutletCode',
    { field: 'PremiumSince', as: 'date' },
    { field: 'FirstPurchaseDate', as: 'date' },
    'NetSales',
  ]
  return (
    <ResourceTable
      area="leads"
      list={listProspects}
      label={t('leads:shows.prospects')}
      failed="leads:failed"
      rowKey="ProspectId"
      columns={columns}
      optional={['MemberType', 'Status', 'CreatedByName']}
      rowLink={customerPath}
      search={{
        LeadSourceId: { choices: ({ leadSources }) => leadSources(), label: 'leads:fields.LeadSourceName' },
        FullName: 'text',
        OutletCode: { kind: 'outlet', label: 'leads:customersOutlet' },
        MemberType: ['Premium Member', 'Non-Premium Member'],
        DateFrom: { until: 'DateTo', label: 'leads:came' },
      }}
      empty={(filters) =>
        Object.keys(filters).length > 0
          ? undefined
          : { title: t('leads:noProspects'), hint: t('leads:noProspectsHint') }
      }
    />
  )
}
