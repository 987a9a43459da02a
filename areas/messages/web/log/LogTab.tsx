import { getMembership } from '#areas/memberships/contract/memberships.ts'
import { useT } from '#kit/web/i18n.ts'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { ContactLogList } from './LogList.tsx'

/** Shows the contact log of a member on the member's page. */
export function ContactLogTab({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { data, error, refetch } = useRead(getMembership, { mbsno: MembershipNo })
  if (error) return <ErrorState error={error} title={t('messages:failed.log')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return <ContactLogList CustomerId={data.CustomerId} />
}
