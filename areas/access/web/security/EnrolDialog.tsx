import { Modal } from 'antd'
import { useState } from 'react'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { confirmAuthenticatorApp, startAuthenticatorAppSetup } from '../../contract.ts'
import { OneFieldForm } from './OneFieldForm.tsx'
import { ConfirmPasswordForm } from './PasswordQuestion.tsx'
import { QrImage } from './QrImage.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Setup = { Secret: string; Uri: string }
type Props = { open: boolean; onClose: () => void }

/** The dialog that sets up an authenticator in three steps: password, QR code with a first code, and recovery codes. */
export function EnrolAuthenticatorDialog({ open, onClose }: Props) {
  const t = useT()
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  const start = useCall(startAuthenticatorAppSetup, { failed: 'access:authenticator.failed', errorIn: 'form' })
  const forget = () => {
    setSetup(undefined)
    setCodes(undefined)
  }

  return (
    <Modal
      open={open}
      title={codes ? t('access:authenticator.recovery') : t('access:authenticator.title')}
      footer={null}
      width={460}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      afterClose={forget}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={onClose} />
      ) : setup ? (
        <FirstCode setup={setup} onCancel={onClose} onConfirmed={setCodes} />
      ) : (
        <ConfirmPasswordForm
          ok={t('access:signIn.continue')}
          run={async (CurrentPassword) => setSetup(await start.mutateAsync({ CurrentPassword }))}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

type FirstProps = { setup: Setup; onCancel: () => void; onConfirmed: (codes: string[]) => void }

function FirstCode({ setup, onCancel, onConfirmed }: FirstProps) {
  const t = useT()
  const confirm = useCall(confirmAuthenticatorApp, {
    failed: 'access:authenticator.failed',
    errorIn: 'form',
  })
  return (
    <OneFieldForm
      label={t('access:authenticator.enter')}
      missing={t('access:signIn.codeMissing')}
      input={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 20 }}
      ok={t('access:authenticator.turnOn')}
      run={async (Code) => onConfirmed((await confirm.mutateAsync({ Code })).RecoveryCodes)}
      onCancel={onCancel}
    >
      <p>{t('access:authenticator.scan')}</p>
      <QrImage value={setup.Uri} label={t('access:authenticator.qr')} />
      <p className="carat-space-after">
        {t('access:authenticator.byHand')} <code dir="ltr">{inFours(setup.Secret)}</code>{' '}
        <CopyButton value={setup.Secret} name={t('access:authenticator.key')} />
      </p>
    </OneFieldForm>
  )
}

const inFours = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ')
