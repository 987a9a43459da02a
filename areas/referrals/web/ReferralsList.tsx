import { lazy } from 'react'
import { customerPath } from '#areas/customers/paths.ts'
import { ShortDate } from '#kit/web/Dates.tsx'
import { businessDate, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { listReferrals, type Referral, ReferralStatus } from '../contract.ts'
import { useReferralDecisionActions } from './useDecisions.tsx'

const ReferralPreview = lazy(async () => ({ default: (await import('./ReferralPreview.tsx')).ReferralPreview }))

const optional: Column<Referral>[] = [
  'OutletCode',
  'ReferrerOutletCode',
  { field: 'MembershipNo', title: 'referrals:fields.FriendNo' },
  'NamedBy',
  'QualifyUntil',
  'MinimumAmount',
  'InvoiceNo',
  'FriendPoints',
  'ReferrerAwarded',
  'FriendAwarded',
  'DecidedBy',
  'DecidedAt',
  'DecisionRemark',
]

/** Lists all referrals with bulk actions to decide them. */
export function ReferralsList() {
  const t = useT()
  const labels = useLabels('referrals')
  const { bulk, actionsOf } = useReferralDecisionActions()
  const columns: Column<Referral>[] = [
    { field: 'FullName', title: 'referrals:fields.Friend' },
    { field: 'ReferrerName', second: 'ReferrerMembershipNo' },
    'Status',
    {
      field: 'NamedAt' as const,
      render: ({ NamedAt }: Referral) => <ShortDate value={businessDate(NamedAt)} />,
    },
    { field: 'Flags', render: ({ Flags }) => Flags.map((flag) => labels.value('Flags', flag)).join(listSeparator()) },
    'SaleDate',
    'SaleAmount',
    {
      field: 'ApproveFrom',
      // Flagged referrals show no date, because the nightly batch does not approve them.
      render: ({ ApproveFrom, Flags }) =>
        Flags.length > 0 ? t('referrals:byHand') : <ShortDate value={ApproveFrom} />,
    },
    'ReferrerPoints',
  ]
  return (
    <ResourceTable
      area="referrals"
      list={listReferrals}
      label={t('referrals:referrals')}
      rowKey="ReferralId"
      columns={columns}
      optional={optional}
      rowLink={customerPath}
      search={{
        FullName: { kind: 'text', label: 'referrals:fields.Friend' },
        MembershipNo: { kind: 'capitals', label: 'referrals:fields.FriendNo' },
        ReferrerMembershipNo: 'capitals',
        Status: ReferralStatus.options,
        FlaggedYN: 'yes-no',
        OutletCode: 'outlet',
        DateFrom: { until: 'DateTo', label: 'referrals:fields.NamedAt' },
      }}
      bulk={bulk}
      preview={(row) => <ReferralPreview referral={row} />}
      actions={actionsOf}
      empty={(filters) => {
        if (Object.keys(filters).length > 0) return undefined
        return { title: t('referrals:noneReferrals'), hint: t('referrals:noneReferrersHint') }
      }}
    />
  )
}
