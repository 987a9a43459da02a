import { Alert } from 'antd'
import { confirmContact, getContactHold } from '#areas/customers/contract/contact-changes.ts'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { formatInstant, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'

/** Warning for staff that the customer's points cannot be spent until staff confirm the customer. */
export function ContactHoldWarning({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const may = has(['Customer', 'Redeem Rewards'])
  const { data } = useRead(getContactHold, { MembershipNo }, { enabled: may })
  const confirm = useCall(confirmContact, { done: 'self-service:hold.done', failed: 'self-service:hold.failed' })
  const labels = useLabels('self-service')
  if (!data || (!data.Hold && data.Unproved.length === 0)) return null
  const { Hold, Unproved } = data
  return (
    <Alert
      type="warning"
      showIcon
      title={
        Hold
          ? t('self-service:hold.text', { date: formatInstant(Hold.ChangedAt) })
          : t('self-service:hold.unproved', {
              fields: Unproved.map((field) => labels.field(field)).join(listSeparator()),
            })
      }
      action={
        <ConfirmAction
          label={t('self-service:hold.confirm')}
          title={t('self-service:hold.question')}
          body={t(Hold ? 'self-service:hold.effect' : 'self-service:hold.effectUnproved')}
          run={() => confirm.mutateAsync({ MembershipNo })}
        />
      }
    />
  )
}
