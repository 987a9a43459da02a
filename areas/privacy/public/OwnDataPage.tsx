import { useEffect, useState } from 'react'
import { getCustomerSession } from '#areas/self-service/contract.ts'
import { ownPagePath, signInPath } from '#areas/self-service/paths.ts'
import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { SendButton } from '#kit/public/form.tsx'
import { Link } from '#kit/public/router.tsx'
import { currentLanguage, errorText, useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { CallError } from '#kit/web/call.ts'
import { exportOwnData } from '../contract.ts'

type File = { name: string; url: string }

/** Page where customers download all their data as one file. */
export function OwnDataPage() {
  const t = useT()
  const session = useRead(getCustomerSession, {})
  const isOut = session.error instanceof CallError && [401, 403].includes(session.error.statusCode)
  return (
    <PublicPageFrame title={t('privacy:own.title')}>
      <p className="pub-lead">{t('privacy:own.help')}</p>
      <p className="pub-hint">{t('privacy:own.masked')}</p>
      {session.data?.Purpose === 'Sign-in' && session.data.FreshYN === 'Y' ? (
        <Download />
      ) : session.data || isOut ? (
        <SignInFirst />
      ) : session.error === undefined ? (
        <div className="pub-skeleton" role="status">
          <span className="pub-unseen">{t('kit:loading')}</span>
        </div>
      ) : (
        <>
          <p className="pub-note pub-note-danger" role="alert">
            {errorText(session.error)}
          </p>
          <button type="button" className="pub-button" onClick={session.reload}>
            {t('kit:acts.again')}
          </button>
        </>
      )}
      {!isOut && (
        <Link to={ownPagePath()} className="pub-button">
          {t('privacy:own.back')}
        </Link>
      )}
    </PublicPageFrame>
  )
}

function SignInFirst() {
  const t = useT()
  return (
    <>
      <p className="pub-note">{t('privacy:own.signInFirst')}</p>
      <Link to={signInPath()} className="pub-button pub-primary">
        {t('privacy:own.signIn')}
      </Link>
    </>
  )
}

function Download() {
  const t = useT()
  const [file, setFile] = useState<File>()
  const language = currentLanguage()
  const getting = useRetriedChange(exportOwnData, {
    done: ({ FileName, Content }) => {
      const bytes = Uint8Array.from(atob(Content), (character) => character.charCodeAt(0))
      const downloaded = { name: FileName, url: URL.createObjectURL(new Blob([bytes], { type: 'application/zip' })) }
      setFile(downloaded)
      save(downloaded)
    },
  })
  useEffect(() => {
    if (file) return () => URL.revokeObjectURL(file.url)
  }, [file])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setFile(undefined)
        getting.send({ Language: language === 'ms' ? 'en' : language })
      }}
    >
      <SendButton sending={getting} words={{ sending: t('privacy:own.preparing'), waiting: t('privacy:own.waiting') }}>
        {t('privacy:own.act')}
      </SendButton>
      <p role="status" className={file ? 'pub-note' : 'pub-unseen'}>
        {file && (
          <>
            {t('privacy:own.done')}{' '}
            <a href={file.url} download={file.name}>
              {t('privacy:own.save')}
            </a>
          </>
        )}
      </p>
    </form>
  )
}

function save({ name, url }: File) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
