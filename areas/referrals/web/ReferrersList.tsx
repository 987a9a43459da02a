import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { listReferrers, type Referrer } from '../contract.ts'
import { referrersPath } from '../paths.ts'

/** Lists members who referred friends, with the results of their referrals. */
export function ReferrersList() {
  const t = useT()
  const columns: Column<Referrer>[] = [
    { field: 'FullName', second: 'MembershipNo' },
    'OutletCode',
    {
      field: 'Friends',
      render: ({ Friends, MembershipNo, FullName }) => (
        <Link
          to={referrersPath({ show: 'all', ReferrerMembershipNo: MembershipNo })}
          aria-label={`${t('referrals:openFriends')}: ${FullName}, ${Friends}`}
        >
          {Friends}
        </Link>
      ),
    },
    { field: 'Qualified', wideOnly: true },
    'Approved',
    { field: 'Rejected', wideOnly: true },
    'FriendsSales',
    'PointsAwarded',
    { field: 'LastDate', as: 'date' },
  ]
  return (
    <ResourceTable
      area="referrals"
      list={listReferrers}
      label={t('referrals:shows.referrers')}
      rowKey="MembershipNo"
      columns={columns}
      optional={['Pending', 'Voided']}
      rowLink={customerPath}
      search={{
        FullName: 'text',
        MembershipNo: 'capitals',
        OutletCode: 'outlet',
        DateFrom: { until: 'DateTo', label: 'referrals:fields.LastDate' },
      }}
      actions={({ CustomerId, MembershipNo }) => [
        { label: t('referrals:openFriends'), to: referrersPath({ show: 'all', ReferrerMembershipNo: MembershipNo }) },
        { label: t('referrals:openReferrer'), to: customerPath({ CustomerId }) },
      ]}
      empty={(filters) =>
        Object.keys(filters).length > 0
          ? undefined
          : { title: t('referrals:noneReferrers'), hint: t('referrals:noneReferrersHint') }
      }
    />
  )
}
