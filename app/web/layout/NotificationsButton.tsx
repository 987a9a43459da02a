import { Button } from 'antd'
import { BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { beginHistory, useUnseenErrors } from '#kit/web/notify-history.ts'
import { useSession } from '#kit/web/session.ts'

/** The bell: a dot says that something failed since it was last opened. */
export function NotificationsButton({ onOpen }: { onOpen: () => void }) {
  const t = useT()
  const { username } = useSession().user
  const unseen = useUnseenErrors()
  useEffect(() => beginHistory(username), [username])
  return (
    <Button
      type="text"
      className="shell-bell"
      aria-haspopup="dialog"
      aria-label={unseen > 0 ? t('app:notifications.unseen', { count: unseen }) : t('app:notifications.title')}
      icon={
        <span className={unseen > 0 ? 'shell-bell-dot' : undefined}>
          <BellIcon aria-hidden />
        </span>
      }
      onClick={onOpen}
    />
  )
}
