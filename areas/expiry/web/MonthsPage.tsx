import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { type ExpiryGroup, listExpiryGroups } from '../contract/expiries.ts'
import { expiringMembersPath, expiryRewardsPath } from '../paths.ts'
import { firstAndLastDayOfMonth, formatMonthName } from './months.ts'

const columns: Column<ExpiryGroup>[] = [
  { field: 'Period', render: ({ Year, Month }) => formatMonthName(Year, Month) },
  'Members',
  'Lots',
  'PointExpired',
  'TotalPointToExpire',
  'Value',
]

/** Expired and expiring points by month; each row links to the members of the month. */
export function MonthlyExpiriesPage() {
  const t = useT()
  const { has } = useSession()
  return (
    <ResourceTable
      area="expiry"
      list={listExpiryGroups}
      label={t('expiry:months')}
      rowKey="Period"
      columns={columns}
      rowName={({ Year, Month }) => formatMonthName(Year, Month)}
      rowLink={({ Year, Month }) => expiringMembersPath(firstAndLastDayOfMonth(Year, Month))}
      search={{ OutletCode: 'outlet', DateFrom: { until: 'DateTo', label: 'expiry:fields.ExpiryDate' } }}
      actions={({ Year, Month, TotalPointToExpire }) => [
        { label: t('expiry:showMembers'), to: expiringMembersPath(firstAndLastDayOfMonth(Year, Month)) },
        has('Point Expiry Reward') &&
          TotalPointToExpire > 0 && {
            label: t('expiry:reward.ofMonth'),
            to: expiryRewardsPath(firstAndLastDayOfMonth(Year, Month)),
          },
      ]}
      empty={() => ({ title: t('expiry:none'), hint: t('expiry:noneHint') })}
    />
  )
}
