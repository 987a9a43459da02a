import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { salePath } from '#areas/sales/paths.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import { Referral } from '../contract.ts'

/** Preview of a referral with friend, referrer, terms and outcome. */
export function ReferralPreview({ referral }: { referral: Referral }) {
  const labels = useLabels('referrals')
  const { has } = useSession()
  return (
    <RecordFacts
      area="referrals"
      of={Referral}
      record={referral}
      fields={[
        'Status',
        {
          field: 'FullName',
          title: 'referrals:fields.Friend',
          render: ({ FullName, CustomerId }) => <Link to={customerPath({ CustomerId })}>{FullName}</Link>,
        },
        {
          field: 'ReferrerName',
          render: ({ ReferrerName, ReferrerCustomerId }) => (
            <Link to={customerPath({ CustomerId: ReferrerCustomerId })}>{ReferrerName}</Link>
          ),
        },
        'ReferrerMembershipNo',
        {
          field: 'Flags',
          render: ({ Flags }) => Flags.map((flag) => labels.value('Flags', flag)).join(listSeparator()),
        },
        'NamedAt',
        'NamedBy',
        'MinimumAmount',
        'QualifyUntil',
        {
          field: 'InvoiceNo',
          render: ({ InvoiceNo }) =>
            InvoiceNo && has('Customer Transaction') ? (
              <Link to={salePath({ TransactionType: 'N', InvoiceNo })}>{InvoiceNo}</Link>
            ) : (
              InvoiceNo
            ),
        },
        'SaleDate',
        'SaleAmount',
        'ApproveFrom',
        'ReferrerPoints',
        'FriendPoints',
        ...(referral.DecidedAt === null
          ? []
          : ([
              'ReferrerAwarded',
              'FriendAwarded',
              'DecidedAt',
              { field: 'DecidedBy', render: ({ DecidedBy }: Referral) => labels.value('DecidedBy', DecidedBy ?? '') },
              'DecisionRemark',
            ] as const)),
        ...(referral.VoidedAt === null ? [] : (['VoidedAt', { field: 'VoidReason', as: 'value' }] as const)),
      ]}
    />
  )
}
