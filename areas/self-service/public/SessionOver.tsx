import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { Link } from '#kit/public/router.tsx'
import { errorText, useT } from '#kit/public/texts.ts'
import { selfServicePath, signInPath } from '../paths.ts'

/** Page shown without a valid session; it explains how to start one. Drafts stay in the browser's tab. */
export function NoSessionPage() {
  const t = useT()
  return (
    <PublicPageFrame title={t('self-service:over.title')}>
      <p className="pub-lead">{t('self-service:over.help')}</p>
      <Link to={selfServicePath()} className="pub-button pub-primary">
        {t('self-service:over.passcode')}
      </Link>
      <Link to={signInPath()} className="pub-button">
        {t('self-service:over.signIn')}
      </Link>
    </PublicPageFrame>
  )
}

/** Page shown while data is loading; after an error it has a button to try again. */
export function PageLoading({ title, error, reload }: { title: string; error: unknown; reload: () => void }) {
  const t = useT()
  return (
    <PublicPageFrame title={title}>
      {error === undefined ? (
        <div className="pub-skeleton" role="status">
          <span className="pub-unseen">{t('kit:loading')}</span>
        </div>
      ) : (
        <>
          <p className="pub-note pub-note-danger" role="alert">
            {errorText(error)}
          </p>
          <button type="button" className="pub-button pub-primary" onClick={reload}>
            {t('kit:acts.again')}
          </button>
        </>
      )}
    </PublicPageFrame>
  )
}
