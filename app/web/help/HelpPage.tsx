import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { FoldedCard } from '#kit/web/Sections.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { canOpenScreen, type Screen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { usePageHelpTexts } from '../layout/PageHelp.tsx'
import { isMenuGroup, type VisibleMenuEntry, visibleMenu } from '../menu.ts'
import { useScreens } from '../screens-context.ts'
import './guide.css'

/** The guide, which describes every page that the user may open, in menu order. */
export function HelpPage() {
  const t = useT()
  const session = useSession()
  const screens = useScreens()
  const help = usePageHelpTexts()
  const { hash } = useLocation()
  const requested = decodeURIComponent(hash.slice(1))
  useEffect(() => {
    if (help && requested) document.getElementById(requested)?.scrollIntoView({ block: 'center' })
  }, [help, requested])

  if (!help) return <LoadingState />
  const visible = visibleMenu(screens, session)
  const singleEntries = visible.flatMap((item) => (isMenuGroup(item) ? [] : [item]))
  const sections = [
    { key: 'daily', title: t('app:help.daily'), pages: pagesOf(singleEntries) },
    ...visible.flatMap((item) =>
      isMenuGroup(item)
        ? [{ key: item.key, title: t(item.title), pages: pagesOf(item.entries as VisibleMenuEntry[]) }]
        : [],
    ),
  ]
  return (
    <div className="guide">
      <p className="guide-intro">{t('app:help.intro')}</p>
      {sections.map(({ key, title, pages }) => (
        <FoldedCard key={key} title={title} unfolded={pages.some(({ path }) => path === requested)}>
          <dl>
            {pages.map(({ parent, path, title }) => (
              <div key={`${parent} ${path}`} id={path} className={path === requested ? 'guide-wanted' : undefined}>
                <dt>{path.includes(':') ? t(title) : <Link to={path}>{t(title)}</Link>}</dt>
                <dd>{help[path]}</dd>
              </div>
            ))}
          </dl>
        </FoldedCard>
      ))}
    </div>
  )

  /** Lists the pages of the main menu, each followed by its child pages. */
  function pagesOf(entries: readonly VisibleMenuEntry[]) {
    return entries.flatMap(({ path: parent, title }) => [
      { parent, path: parent, title },
      ...childScreens(parent).map(({ path, title }) => ({ parent, path, title })),
    ])
  }

  function childScreens(parent: string): Screen[] {
    return screens.filter((screen) => screen.parent === parent && canOpenScreen(screen, session))
  }
}
