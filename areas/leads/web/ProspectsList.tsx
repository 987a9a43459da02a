import { customerPath } from '#areas/customers/paths.ts'
import { ShortDate } from '#kit/web/Dates.tsx'
import { useT } from '#kit/web/i18n.ts'
import { PhoneText } from '#kit/web/PhoneText.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { TwoLineCell } from '#kit/web/table/TwoLines.tsx'
import { listProspects, type Prospect } from '../contract/prospects.ts'
import { leadSourceChoices } from './lead-sources.ts'

/** The list of customers whom imports of leads created. */
export function ProspectsList() {
  const t = useT()
  const orNotGiven = (value: string | null) => value ?? t('leads:notGiven')
  const columns: Column<Prospect>[] = [
    { field: 'FullName', second: 'MembershipNo' },
    // On a phone, name and code of a lead source share one line.
    { field: 'LeadSourceName', second: 'LeadSourceCode', phone: ({ LeadSourceName }) => <bdi>{LeadSourceName}</bdi> },
    { field: 'CreatedAt', phone: ({ CreatedAt }) => <ShortDate value={CreatedAt} /> },
    {
      field: 'ContactNo',
      render: ({ ContactNo, Email }) => (
        <TwoLineCell second={orNotGiven(Email)}>
          <PhoneText number={orNotGiven(ContactNo)} />
        </TwoLineCell>
      ),
      file: { fields: ['ContactNo', 'Email'] },
    },
    {
      field: 'IdType',
      render: ({ IdType, IdNo }) => (
        <TwoLineCell second={<span className="carat-nowrap">{orNotGiven(IdNo)}</span>}>
          {orNotGiven(IdType)}
        </TwoLineCell>
      ),
      file: { fields: ['IdType', 'IdNo'] },
    },
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
        LeadSourceId: { choices: leadSourceChoices, label: 'leads:fields.LeadSourceName' },
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
