import { useEffect, useState } from 'react'
import { discardDeviceData } from '#kit/public/draft.ts'
import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { SendButton, TextField } from '#kit/public/form.tsx'
import { Link, navigateTo, useFragment } from '#kit/public/router.tsx'
import { applyLinkLanguage, errorText, useT } from '#kit/public/texts.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { CallError } from '#kit/web/call.ts'
import { type CustomerSession, selfServiceRefusals, validatePasscode } from '../contract.ts'
import { memberCardPath, ownProfilePath, registerPath } from '../paths.ts'
import { formatTypedPasscode, isCompletePasscode } from './passcode.ts'
import './self-service.css'

/** First page after scanning a QR code or opening a link: validates the passcode and opens the form for its purpose. */
export function LandingPage() {
  const t = useT()
  const token = useFragment()
  const [typed, setTyped] = useState('')
  const [isShort, setIsShort] = useState(false)
  const entry = useRetriedChange(validatePasscode, { done: ({ Visit }) => Visit && enter(Visit) })
  const { send } = entry
  useEffect(() => {
    if (token) send({ Token: token })
  }, [token, send])

  const isRefused = entry.state === 'idle' && entry.error !== undefined
  return (
    <PublicPageFrame title={t('self-service:landing.title')}>
      <p className="pub-lead">{t('self-service:landing.help')}</p>
      {isRefused && <PasscodeRefusal error={entry.error} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsShort(!isCompletePasscode(typed))
          if (isCompletePasscode(typed)) send({ Passcode: typed })
        }}
      >
        <TextField
          code
          required
          label={t('self-service:landing.passcode')}
          hint={t('self-service:landing.passcodeHelp')}
          fault={isShort ? t('self-service:landing.passcodeShort') : undefined}
          value={typed}
          onChange={(next) => {
            setTyped(formatTypedPasscode(next))
            setIsShort(false)
            entry.clearError()
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          disabled={entry.state !== 'idle'}
        />
        <SendButton sending={{ ...entry, error: undefined }}>{t('kit:acts.continue')}</SendButton>
      </form>
      <p className="pub-aside">
        <Link to={memberCardPath()}>{t('self-service:landing.toCard')}</Link>
      </p>
    </PublicPageFrame>
  )
}

async function enter(session: CustomerSession) {
  // The phone may have drafts of other people, which are removed before the session begins.
  discardDeviceData()
  await applyLinkLanguage(session.Language)
  navigateTo(session.customer_id === null ? registerPath() : ownProfilePath({ CustomerId: session.customer_id }), {
    replace: true,
  })
}

/** Shows one of the two specified errors of a passcode with advice. */
function PasscodeRefusal({ error }: { error: unknown }) {
  const t = useT()
  const code = error instanceof CallError ? error.code : ''
  const [expired, unknown, used] = [
    selfServiceRefusals.expired.code,
    selfServiceRefusals.unknown.code,
    selfServiceRefusals.used.code,
  ]
  const isAboutCode = [expired, unknown, used].includes(code)
  return (
    <div className="pub-note pub-note-danger" role="alert">
      {isAboutCode && (
        <strong>{code === expired ? t('self-service:landing.expired') : t('self-service:landing.invalid')}</strong>
      )}
      <p>{code === expired ? t('self-service:landing.expiredHelp') : errorText(error)}</p>
    </div>
  )
}
