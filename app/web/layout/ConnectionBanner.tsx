import { useQueryClient } from '@tanstack/react-query'
import { HourglassIcon, WifiOffIcon } from 'lucide-react'
import { useEffect } from 'react'
import { appConfig } from '#areas/setup/contract.ts'
import { call } from '#kit/web/call.ts'
import { useServerConnection, watchServerConnection } from '#kit/web/connection.ts'
import { useT } from '#kit/web/i18n.ts'

/** Shows that the server is unreachable or slow. Pings the server and disappears once the server answers again. */
export function ConnectionBanner() {
  const t = useT()
  const client = useQueryClient()
  const connection = useServerConnection()
  useEffect(
    () =>
      watchServerConnection(
        () => call(appConfig, {}),
        () => void client.invalidateQueries(),
      ),
    [client],
  )
  return (
    // The banner is always mounted, so that screen readers announce changes of its content.
    <div role="status" className="shell-connection">
      {connection === 'offline' && (
        <p>
          <WifiOffIcon aria-hidden /> <strong>{t('app:connection.offline')}</strong> {t('app:connection.offlineAbout')}
        </p>
      )}
      {connection === 'slow' && (
        <p>
          <HourglassIcon aria-hidden /> {t('app:connection.slow')}
        </p>
      )}
    </div>
  )
}
