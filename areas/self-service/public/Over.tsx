import { Frame } from '#kit/public/Frame.tsx'
import { Link } from '#kit/public/router.tsx'
import { errorText, useT } from '#kit/public/texts.ts'
import { selfServicePath, signInPath } from '../paths.ts'

/** No session, or one that has ended: said plainly, with the ways back in. What was typed is still in this tab. */
export function Over() {
  const t = useT()
  return (
    <Frame title={t('self-service:over.title')}>
      <p className="pub-lead">{t('self-service:over.help')}</p>
      <Link to={selfServicePath()} className="pub-button pub-primary">
        {t('self-service:over.passcode')}
      </Link>
      <Link to={signInPath()} className="pub-button">
        {t('self-service:over.signIn')}
      </Link>
    </Frame>
  )
}

/** Until the page has what it shows; and where that does not come, why, with a way to try again. */
export function Waiting({ title, error, reload }: { title: string; error: unknown; reload: () => void }) {
  const t = useT()
  return (
    <Frame title={title}>
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
    </Frame>
  )
}
