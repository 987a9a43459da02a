import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { basePath } from '#areas/access/web/base-path.ts'
import { Notice } from '#areas/access/web/Notice.tsx'
import { PlainButton } from '#areas/access/web/PlainButton.tsx'
import { useT } from '#kit/web/i18n.ts'

/** A page broke while it was drawn: a bug. The rest of the application is one click away. */
export function RouteError() {
  const t = useT()
  const error = useRouteError()
  useEffect(() => {
    // The only trace a support person can ask for.
    console.error(error)
  }, [error])
  return (
    <main>
      <Notice title={t('app:broken.title')} about={t('app:broken.about')}>
        <PlainButton onClick={() => location.reload()}>{t('app:broken.reload')}</PlainButton>
        <PlainButton look="plain" onClick={() => location.assign(`${basePath}/`)}>
          {t('app:home')}
        </PlainButton>
      </Notice>
    </main>
  )
}
