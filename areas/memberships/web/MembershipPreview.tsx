import { RecordFacts } from '#kit/web/Facts.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { TierBadge } from '#kit/web/Tier.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getMembership, Membership } from '../contract/memberships.ts'

/** A membership beside a list. */
export function MembershipPreview({ MembershipNo }: { MembershipNo: string }) {
  const { data, error, refetch } = useRead(getMembership, { mbsno: MembershipNo })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return (
    <RecordFacts
      area="memberships"
      of={Membership}
      record={data}
      fields={[
        { field: 'MembershipNo', copy: true },
        'Status',
        {
          field: 'CardCategoryName',
          title: 'memberships:fields.CardCategoryCode',
          render: ({ CardCategoryName, Color }) =>
            CardCategoryName && <TierBadge name={CardCategoryName} color={Color} />,
        },
        'CardGroupName',
        'PointBalance',
        { field: 'JoinDate', as: 'date' },
        { field: 'CycleEnd', as: 'date' },
        {
          field: 'Customer',
          title: 'memberships:fields.ContactNo',
          render: ({ Customer }) => <span dir="ltr">{Customer.ContactNo}</span>,
        },
        'RegisteredOutletCode',
        'RegistrationSource',
      ]}
    />
  )
}
