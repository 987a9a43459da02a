import { Button, Drawer } from 'antd'
import { BellIcon, CircleCheckIcon, CircleXIcon, InfoIcon } from 'lucide-react'
import { useEffect } from 'react'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import {
  clearNotificationHistory,
  markNotificationsSeen,
  type PastNotification,
  usePastNotifications,
} from '#kit/web/notify-history.ts'
import { EmptyState } from '#kit/web/States.tsx'
import { useAppearance } from '#kit/web/theme.tsx'
import './panels.css'

const icons = {
  success: <CircleCheckIcon aria-hidden />,
  info: <InfoIcon aria-hidden />,
  error: <CircleXIcon aria-hidden />,
}

/** The notifications of this session. Errors show the request id for support. */
export function NotificationsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const messages = usePastNotifications()
  const { direction } = useAppearance().appearance
  useEffect(() => {
    if (open) markNotificationsSeen()
  }, [open])
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={400}
      placement={direction === 'rtl' ? 'left' : 'right'}
      title={t('app:notifications.title')}
      extra={messages.length > 0 && <Button onClick={clearNotificationHistory}>{t('app:notifications.clear')}</Button>}
      styles={{ body: { padding: 0 } }}
    >
      {messages.length === 0 ? (
        <EmptyState icon={<BellIcon />} title={t('app:notifications.none')} hint={t('app:notifications.noneHint')} />
      ) : (
        <ul className="messages">
          {messages.map((message) => (
            <NotificationItem key={message.id} message={message} />
          ))}
        </ul>
      )}
    </Drawer>
  )
}

function NotificationItem({ message: { kind, title, description, requestId, at } }: { message: PastNotification }) {
  const t = useT()
  return (
    <li className={`message-${kind}`}>
      {icons[kind]}
      <div className="message-text">
        <span className="visually-hidden">{t(`app:notifications.${kind}`)}</span>
        <strong>{title}</strong>
        {description && <p>{description}</p>}
        {requestId && (
          <p className="message-id">
            {t('kit:state.requestId')} <code dir="ltr">{requestId}</code>
            <CopyButton value={requestId} name={t('kit:state.requestId')} />
          </p>
        )}
        <time dateTime={at}>{formatInstant(at)}</time>
      </div>
    </li>
  )
}
