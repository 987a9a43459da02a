import { useCallback } from 'react'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { CustomerMessage } from '../../contract.ts'

/** Returns a function that gives the reason why a message is suppressed; undefined if it can be sent. */
export function useBlockingReasonText() {
  const t = useT()
  const labels = useLabels('messages')
  return useCallback(
    ({ Blocked, Missing }: Pick<CustomerMessage, 'Blocked' | 'Missing'>) => {
      if (Blocked === null) return undefined
      if (Blocked === 'Missing values')
        return t('messages:send.missing', {
          names: Missing.map((name) => labels.value('Name', name)).join(listSeparator()),
        })
      return labels.value('Blocked', Blocked)
    },
    [t, labels],
  )
}
