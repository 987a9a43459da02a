import { Alert, Modal } from 'antd'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'

/** A secret; with `until` a one-time code or, as `kind` says, a token of SCIM that expires at that time. */
export type NewSystemAccountSecret = { name: string; value: string; until?: string; kind?: 'scimToken' }

/** Dialog that shows a secret once; it closes only by its button, so that a click outside does not lose the secret. */
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
    <Modal
      open={secret !== undefined}
      title={t(title, { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      okText={until ? t('kit:verbs.close') : t('staff:system.secretSaved')}
      onOk={onClose}
      footer={(_, { OkBtn }) => <OkBtn />}
      destroyOnHidden
    >
      <Alert
        type="warning"
        showIcon
        title={
          until
            ? t(kind ? 'staff:system.scimTokenOnce' : 'staff:system.codeOnce', { name, time: formatInstant(until) })
            : t('staff:system.secretOnce')
        }
      />
      <Row tight className="carat-space-before" as="p">
        <code dir="ltr">{value}</code>
        {value && <CopyButton value={value} name={until ? t('staff:system.code') : t('staff:system.secret')} />}
      </Row>
    </Modal>
  )
}
