import { Alert } from 'antd'
import { confirmContact, getContactHold } from '#areas/customers/contract/contact-changes.ts'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'

/** At the counter and on the member's page: points wait until somebody has seen who this is. */
export function ContactHold({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const may = has(['Customer', 'Redeem Rewards'])
  const { data } = useRead(getContactHold, { MembershipNo }, { enabled: may })
  const confirm = useCall(confirmContact, { done: 'self-service:hold.done', failed: 'self-service:hold.failed' })
  const hold = data?.Hold
  if (!hold) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('self-service:hold.text', { date: formatInstant(hold.ChangedAt) })}
      action={
        <ConfirmAction
          label={t('self-service:hold.confirm')}
          title={t('self-service:hold.question')}
          body={t('self-service:hold.effect')}
          run={() => confirm.mutateAsync({ MembershipNo })}
        />
      }
    />
  )
}
