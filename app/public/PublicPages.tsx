import { type ComponentType, useEffect, useState } from 'react'
import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { currentPath, type PublicScreen, pathParams, usePath } from '#kit/public/router.tsx'
import { loadPageTexts, useT } from '#kit/public/texts.ts'
import { publicAreas } from './areas.ts'

const screens = publicAreas.flatMap((area) => area.screens)

const screenOf = (path: string): PublicScreen | undefined => screens.find((one) => pathParams(one.path, path))

type Page = { path: string; Component: ComponentType }

/** Loads the code of the public page at the current path. */
export async function loadPublicPage(path = currentPath()): Promise<Page> {
  const screen = screenOf(path)
  return { path, Component: screen ? (await screen.load()).default : NoPage }
}

/** Shows one public page. The previous page stays visible until the code of the next one is loaded. */
export function PublicPages({ first }: { first: Page }) {
  const path = usePath()
  const [page, setPage] = useState(first)
  useEffect(() => {
    if (path === page.path) return
    let isLast = true
    void Promise.all([loadPublicPage(path), loadPageTexts()]).then(([next]) => isLast && setPage(next))
    return () => {
      isLast = false
    }
  }, [path, page.path])
  const { Component } = page
  return <Component key={page.path} />
}

function NoPage() {
  const t = useT()
  return (
    <PublicPageFrame title={t('kit:error.noPage')}>
      <p className="pub-lead">{t('kit:error.noPageHelp')}</p>
    </PublicPageFrame>
  )
}
