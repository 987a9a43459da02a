import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getCustomer } from '../../contract/customers.ts'
import { CustomerFacts } from './CustomerFacts.tsx'
import { MembershipCards } from './MembershipCards.tsx'

/** A customer beside a list: who it is and what is on the cards. */
export function CustomerPreview({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const { data, error, refetch } = useRead(getCustomer, { CustomerId })
  if (error) return <ErrorState error={error} title={t('customers:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return (
    <Stack gap="m">
      <StatusTag area="customers" status={data.Status} />
      <MembershipCards customer={data} />
      <CustomerFacts customer={data} />
    </Stack>
  )
}
