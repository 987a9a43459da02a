import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type Authenticator, removeAuthenticatorApp, renewRecoveryCodes } from '../../contract.ts'
import { EnrolAuthenticatorDialog } from './EnrolDialog.tsx'
import { ConfirmPasswordForm } from './PasswordQuestion.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Pending = 'enrol' | 'renew' | 'remove'

/** Sets up and removes authenticator codes. */
export function AuthenticatorCard({ state }: { state: z.output<typeof Authenticator> }) {
  const t = useT()
  const [pending, setPending] = useState<Pending>()
  const close = () => setPending(undefined)
  const { Enrolled, AddedAt, LastUsedAt, RecoveryCodesLeft } = state

  return (
    <Card title={t('access:authenticator.title')}>
      {Enrolled ? (
        <>
          <p>{t('access:authenticator.on', { time: formatInstant(AddedAt) })}</p>
          {LastUsedAt && <p>{t('access:authenticator.lastUsed', { time: formatInstant(LastUsedAt) })}</p>}
          <p>{t('access:authenticator.codesLeft', { count: RecoveryCodesLeft })}</p>
          <Row className="carat-space-before">
            <Button onClick={() => setPending('renew')}>{t('access:authenticator.renew')}</Button>
            <Button danger onClick={() => setPending('remove')}>
              {t('access:authenticator.remove')}
            </Button>
          </Row>
        </>
      ) : (
        <>
          <p>{t('access:authenticator.off')}</p>
          <Row className="carat-space-before" gap="none">
            <Button type="primary" onClick={() => setPending('enrol')}>
              {t('access:authenticator.setUp')}
            </Button>
          </Row>
        </>
      )}
      <EnrolAuthenticatorDialog open={pending === 'enrol'} onClose={close} />
      <RenewDialog open={pending === 'renew'} onClose={close} />
      <RemoveDialog open={pending === 'remove'} onClose={close} />
    </Card>
  )
}

type DialogProps = { open: boolean; onClose: () => void }

function RenewDialog({ open, onClose }: DialogProps) {
  const t = useT()
  const [codes, setCodes] = useState<string[]>()
  const renew = useCall(renewRecoveryCodes, {
    failed: 'access:authenticator.failed',
    errorIn: 'form',
  })
  return (
    <Modal
      open={open}
      title={codes ? t('access:authenticator.recovery') : t('access:authenticator.renew')}
      footer={null}
      width={460}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      afterClose={() => setCodes(undefined)}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={onClose} />
      ) : (
        <ConfirmPasswordForm
          ok={t('access:authenticator.renew')}
          run={async (CurrentPassword) => setCodes((await renew.mutateAsync({ CurrentPassword })).RecoveryCodes)}
          onCancel={onClose}
        >
          <p>{t('access:authenticator.renewAbout')}</p>
        </ConfirmPasswordForm>
      )}
    </Modal>
  )
}

function RemoveDialog({ open, onClose }: DialogProps) {
  const t = useT()
  const remove = useCall(removeAuthenticatorApp, {
    done: 'access:authenticator.removed',
    failed: 'access:authenticator.failed',
    errorIn: 'form',
  })
  return (
    <Modal
      open={open}
      title={t('access:authenticator.removeTitle')}
      footer={null}
      width={460}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <ConfirmPasswordForm
        ok={t('access:authenticator.remove')}
        danger
        run={async (CurrentPassword) => {
          await remove.mutateAsync({ CurrentPassword })
          onClose()
        }}
        onCancel={onClose}
      >
        <p>{t('access:authenticator.removeAbout')}</p>
      </ConfirmPasswordForm>
    </Modal>
  )
}
