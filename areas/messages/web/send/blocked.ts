import { useCallback } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { CustomerMessage } from '../../contract.ts'

/** Why somebody does not get a message, in a sentence; undefined where nothing stands against it. */
export function useBlocked() {
  const t = useT()
  const labels = useLabels('messages')
  return useCallback(
    ({ Blocked, Missing }: Pick<CustomerMessage, 'Blocked' | 'Missing'>) => {
      if (Blocked === null) return undefined
      if (Blocked === 'Missing values')
        return t('messages:send.missing', { names: Missing.map((name) => labels.value('Name', name)).join(', ') })
      return labels.value('Blocked', Blocked)
    },
    [t, labels],
  )
}
