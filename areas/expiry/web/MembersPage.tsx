import { statementPath } from '#areas/points/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { type ExpiryRow, listPointExpiries } from '../contract/expiries.ts'
import { formatMonthName } from './months.ts'

const columns: Column<ExpiryRow>[] = [
  { field: 'FullName', second: 'MembershipNo' },
  'OutletCode',
  { field: 'Key', title: 'expiry:fields.Period', render: ({ Year, Month }) => formatMonthName(Year, Month) },
  'PointExpired',
  'TotalPointToExpire',
  'Value',
  'PointBalance',
]

const optional: Column<ExpiryRow>[] = [
  { field: 'ContactNo', render: (row) => <span dir="ltr">{row.ContactNo}</span> },
  'Lots',
]

/** Expired and expiring points by member and month, most points first. */
export function MemberExpiriesPage() {
  const t = useT()
  const { has } = useSession()
  const canViewStatement = has(['Customer', 'Customer Transaction', 'Member Point Statement'])
  return (
    <ResourceTable
      area="expiry"
      list={listPointExpiries}
      label={t('expiry:screens.members')}
      rowKey="Key"
      columns={columns}
      optional={optional}
      rowLink={({ MembershipNo }) => (canViewStatement ? statementPath({ MembershipNo }) : undefined)}
      search={{
        MembershipNo: 'capitals',
        OutletCode: 'outlet',
        DateFrom: { until: 'DateTo', label: 'expiry:fields.ExpiryDate' },
      }}
      actions={({ MembershipNo }) => [
        canViewStatement && { label: t('expiry:statement'), to: statementPath({ MembershipNo }) },
      ]}
      empty={() => ({ title: t('expiry:none'), hint: t('expiry:noneHint') })}
    />
  )
}
