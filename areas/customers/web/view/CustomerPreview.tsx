import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { SlotParts } from '#kit/web/slots.ts'
import { useRead } from '#kit/web/useRead.ts'
import { findMainMembership, getCustomer } from '../../contract/customers.ts'
import { MemberHeader } from '../members/MemberHeader.tsx'
import { customerSectionsSlot, memberSummarySlot } from '../slots.ts'
import { PersonalDetailsCard } from './AboutCard.tsx'

/** A customer beside a list: name, balances and details. */
export function CustomerPreview({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const labels = useLabels('customers')
  const { data, error, refetch } = useRead(getCustomer, { CustomerId })
  if (error) return <ErrorState error={error} title={t('customers:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  const membership = findMainMembership(data)
  return (
    <Stack gap="m">
      <MemberHeader
        compact
        name={data.FullName}
        tier={{
          name: membership?.CardCategoryName ?? labels.value('MemberType', data.MemberType),
          color: membership?.Color,
        }}
        status={data.Status !== 'Active' && <StatusTag area="customers" status={data.Status} />}
        number={membership?.MembershipNo}
        phone={data.ContactNo}
      />
      {membership && <SlotParts slot={memberSummarySlot} props={{ MembershipNo: membership.MembershipNo }} />}
      <SlotParts slot={customerSectionsSlot} props={{ CustomerId }} />
      <PersonalDetailsCard customer={data} />
    </Stack>
  )
}
