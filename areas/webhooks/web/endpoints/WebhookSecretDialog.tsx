import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { SecretDialog } from '#kit/web/SecretDialog.tsx'
import type { WebhookEndpoint } from '../../contract.ts'

export type NewSecret = { endpoint: WebhookEndpoint; value: string }

/** Shows the new secret of an endpoint once, and until when the previous one is valid. */
export function WebhookSecretDialog({ secret, onClose }: { secret: NewSecret | undefined; onClose: () => void }) {
  const t = useT()
  const previousUntil = secret?.endpoint.PreviousSecretUntil
  return (
    <SecretDialog
      open={secret !== undefined}
      title={t('webhooks:secret.title', { name: secret?.endpoint.Name ?? '' })}
      warning={
        <Stack gap="xs">
          <span>{t('webhooks:secret.once')}</span>
          {previousUntil && <span>{t('webhooks:secret.both', { time: formatInstant(previousUntil) })}</span>}
        </Stack>
      }
      value={secret?.value}
      name={t('webhooks:secret.name')}
      close={t('webhooks:secret.stored')}
      onClose={onClose}
    />
  )
}
