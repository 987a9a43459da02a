import { Button, Flex, Form, Input, type InputRef, Modal } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { errorText, useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { confirmAuthenticator, getAuthenticator, startAuthenticator } from '../../contract.ts'
import { PasswordQuestion } from './PasswordQuestion.tsx'
import { QrImage } from './QrImage.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Setup = { Secret: string; Uri: string }
type Props = { open: boolean; onClose: () => void }

/** Password, QR code with a first code, recovery codes: three steps in one dialog. */
export function EnrolDialog({ open, onClose }: Props) {
  const t = useT()
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  const start = useCall(startAuthenticator, { failed: 'access:authenticator.failed', errorIn: 'form' })
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
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : setup ? (
        <FirstCode setup={setup} onCancel={onClose} onConfirmed={setCodes} />
      ) : (
        <PasswordQuestion
          ok={t('access:authenticator.next')}
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
  const id = useId()
  const field = useRef<InputRef>(null)
  const [code, setCode] = useState('')
  const [mistake, setMistake] = useState<string>()
  const confirm = useCall(confirmAuthenticator, {
    failed: 'access:authenticator.failed',
    refetch: [getAuthenticator],
    errorIn: 'form',
  })

  useEffect(() => field.current?.focus(), [])

  async function submit() {
    if (confirm.isPending) return
    if (!code.trim()) return setMistake(t('access:signIn.codeMissing'))
    await confirm.mutateAsync({ Code: code }).then(
      ({ RecoveryCodes: codes }) => onConfirmed(codes),
      (error: unknown) => {
        setMistake(errorText(error).description)
        field.current?.focus({ cursor: 'all' })
      },
    )
  }

  return (
    <Form
      layout="vertical"
      onSubmitCapture={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p>{t('access:authenticator.scan')}</p>
      <QrImage value={setup.Uri} label={t('access:authenticator.qr')} />
      <p className="setup-key">
        {t('access:authenticator.byHand')} <code dir="ltr">{inFours(setup.Secret)}</code>{' '}
        <CopyButton value={setup.Secret} name={t('access:authenticator.key')} />
      </p>
      <Form.Item
        label={t('access:authenticator.enter')}
        htmlFor={id}
        validateStatus={mistake ? 'error' : ''}
        help={
          mistake && (
            <span id={`${id}-error`} role="alert">
              {mistake}
            </span>
          )
        }
      >
        <Input
          ref={field}
          id={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          aria-invalid={mistake !== undefined}
          aria-describedby={mistake ? `${id}-error` : undefined}
          onChange={({ target }) => {
            setCode(target.value)
            setMistake(undefined)
          }}
        />
      </Form.Item>
      <Flex gap={8} justify="end">
        <Button onClick={onCancel}>{t('kit:form.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={confirm.isPending}>
          {t('access:authenticator.turnOn')}
        </Button>
      </Flex>
    </Form>
  )
}

const inFours = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ')
