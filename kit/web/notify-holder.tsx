import { notification } from 'antd'
import type { NotificationInstance } from 'antd/es/notification/interface'
import { useEffect } from 'react'

/** What was said must not cover the bell that says it again. */
const BELOW_HEADER = 68

type Props = { onReady: (instance: NotificationInstance | undefined) => void }

/** The library's notifications, in the theme that stands around. */
export function NotifyHolder({ onReady }: Props) {
  const [instance, holder] = notification.useNotification({ placement: 'topRight', top: BELOW_HEADER, maxCount: 4 })
  useEffect(() => {
    onReady(instance)
    return () => onReady(undefined)
  }, [instance, onReady])
  return holder
}
