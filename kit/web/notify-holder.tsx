import { notification } from 'antd'
import type { NotificationInstance } from 'antd/es/notification/interface'
import { useEffect } from 'react'
import { useAppearance } from './theme.tsx'
import './notify.css'

type Props = { onReady: (instance: NotificationInstance | undefined) => void }

/** Renders antd's notifications in the current theme, at the start of the lower edge of the window. */
export function NotifyHolder({ onReady }: Props) {
  const rtl = useAppearance().appearance.direction === 'rtl'
  const [instance, holder] = notification.useNotification({
    placement: rtl ? 'bottomRight' : 'bottomLeft',
    maxCount: 4,
    rtl,
  })
  useEffect(() => {
    onReady(instance)
    return () => onReady(undefined)
  }, [instance, onReady])
  return holder
}
