import { Alert, Modal } from 'antd'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'

export type NewSecret = { name: string; value: string }

/** The one time that a secret is seen. It closes only by its button, so that nobody loses it by a click beside it. */
export function SecretDialog({ secret, onClose }: { secret: NewSecret | undefined; onClose: () => void }) {
  const t = useT()
  return (
    <Modal
      open={secret !== undefined}
      title={t('staff:system.secretTitle', { name: secret?.name ?? '' })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      okText={t('staff:system.secretKept')}
      onOk={onClose}
      cancelButtonProps={{ hidden: true }}
      destroyOnHidden
    >
      <Alert type="warning" showIcon title={t('staff:system.secretOnce')} />
      <Row tight className="carat-space-before" as="p">
        <code dir="ltr">{secret?.value}</code>
        {secret && <CopyButton value={secret.value} name={t('staff:system.secret')} />}
      </Row>
    </Modal>
  )
}
