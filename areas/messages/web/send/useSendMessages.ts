import type { RequestBody } from '#kit/contract/endpoint.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { notify } from '#kit/web/notify.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { findCustomerMessages } from '../../contract.ts'
import { useBlockingReasonText } from './blocked.ts'

export type CustomerMessagesInput = RequestBody<typeof findCustomerMessages>

/** Sends messages, or a test, and notifies the user of the number sent or of the reason for suppression. */
export function useSendMessages() {
  const t = useT()
  const labels = useLabels('messages')
  const explainBlocked = useBlockingReasonText()
  return useCall(findCustomerMessages, {
    failed: 'messages:failed.send',
    onDone: ({ rows, Message }, { Option, ContactType = 'Email' }) => {
      const sent = rows.filter(({ MessageId }) => MessageId !== null)
      const first = rows[0]
      if (sent.length > 0) {
        notify({
          title:
            Option === 'Test'
              ? t('messages:send.tested', { address: sent[0]?.Recipient ?? '' })
              : t('messages:send.sent', { count: sent.length }),
          detail:
            Message === null ? undefined : t('messages:send.success', { type: labels.value('Notified', ContactType) }),
        })
      } else if (first) {
        notify({ kind: 'info', title: t('messages:send.none'), detail: explainBlocked(first) })
      }
    },
  })
}
