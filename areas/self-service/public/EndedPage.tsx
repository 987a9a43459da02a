import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { Link } from '#kit/public/router.tsx'
import { useT } from '#kit/public/texts.ts'
import { signInPath } from '../paths.ts'

/** Page shown after the end of a session, when the session's data has been removed from the phone. */
export function SessionEndedPage() {
  const t = useT()
  return (
    <PublicPageFrame title={t('self-service:ended.title')}>
      <p className="pub-lead" role="status">
        {t('self-service:ended.help')}
      </p>
      <Link to={signInPath()} className="pub-button pub-primary">
        {t('self-service:over.signIn')}
      </Link>
    </PublicPageFrame>
  )
}
