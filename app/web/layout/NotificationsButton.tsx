import { Button } from 'antd'
import { BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { startNotificationHistory, useUnseenErrors } from '#kit/web/notify-history.ts'
import { useSession } from '#kit/web/session.ts'

/** The bell with the number of errors since the user last opened the notifications. */
export function NotificationsButton({ onOpen }: { onOpen: () => void }) {
  const t = useT()
  const { username } = useSession().user
  const unseen = useUnseenErrors()
  useEffect(() => startNotificationHistory(username), [username])
  return (
    <Button
      type="text"
      aria-haspopup="dialog"
      aria-label={unseen > 0 ? t('app:notifications.unseen', { count: unseen }) : t('app:notifications.title')}
      icon={
        <span className="shell-bell">
          <BellIcon aria-hidden />
          {unseen > 0 && (
            <span className="shell-bell-count" aria-hidden>
              <span>{unseen > 9 ? '9+' : unseen}</span>
            </span>
          )}
        </span>
      }
      onClick={onOpen}
    />
  )
}
