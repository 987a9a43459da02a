import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { SecretDialog } from '#kit/web/SecretDialog.tsx'

/** A secret; with `until` a one-time code or, as `kind` says, a token of SCIM that expires at that time. */
export type NewSystemAccountSecret = { name: string; value: string; until?: string; kind?: 'scimToken' }

/** Dialog that shows the secret or the one-time code of a system account once. */
export function SystemAccountSecretDialog({
  secret,
  onClose,
}: {
  secret: NewSystemAccountSecret | undefined
  onClose: () => void
}) {
  const t = useT()
  const { name = '', value, until, kind } = secret ?? {}
  const title = kind ? 'staff:system.scimTokenTitle' : until ? 'staff:system.codeTitle' : 'staff:system.secretTitle'
  return (
    <SecretDialog
      open={secret !== undefined}
      title={t(title, { name })}
      warning={
        until
          ? t(kind ? 'staff:system.scimTokenOnce' : 'staff:system.codeOnce', { name, time: formatInstant(until) })
          : t('staff:system.secretOnce')
      }
      value={value}
      name={until ? t('staff:system.code') : t('staff:system.secret')}
      close={until ? t('kit:verbs.close') : t('staff:system.secretSaved')}
      onClose={onClose}
    />
  )
}
