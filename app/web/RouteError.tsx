import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { basePath } from '#areas/access/web/base-path.ts'
import { MessageOnlyPage } from '#areas/access/web/MessageOnlyPage.tsx'
import { SignInButton } from '#areas/access/web/PlainButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { claimAutomaticReload, isMissingFileError } from './missing-file.ts'

/** Shown when a page fails to render or its file cannot be loaded. Offers a reload and a link to the home page. */
export function RouteError() {
  const t = useT()
  const error = useRouteError()
  useEffect(() => {
    // The error is logged, because support would otherwise have no trace of it.
    console.error(error)
    if (isMissingFileError(error) && claimAutomaticReload(sessionStorage, Date.now())) location.reload()
  }, [error])
  return (
    <main>
      <MessageOnlyPage title={t('app:broken.title')} about={t('app:broken.about')}>
        <SignInButton onClick={() => location.reload()}>{t('app:broken.reload')}</SignInButton>
        <SignInButton look="plain" onClick={() => location.assign(`${basePath}/`)}>
          {t('app:home')}
        </SignInButton>
      </MessageOnlyPage>
    </main>
  )
}
