import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { Screen } from '#kit/web/screen.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { loadPageHelpTexts } from '../help/help.ts'
import { helpPath } from '../paths.ts'
import { HelpPopover } from './HelpPopover.tsx'

/** The maximum number of roles that the help of a page lists. The guide lists all roles. */
const ROLES_MAX = 3

/** Explains the current page and shows which roles may open it. */
export function PageHelp({ screen }: { screen: Screen }) {
  const t = useT()
  return (
    <HelpPopover name={t(screen.title)}>
      <Help screen={screen} />
    </HelpPopover>
  )
}

function Help({ screen }: { screen: Screen }) {
  const t = useT()
  const help = usePageHelpTexts()
  const roles = [screen.role ?? []].flat()
  return (
    <div className="page-help">
      <p>{help?.[screen.path] ?? t('app:loading')}</p>
      <p className="page-help-who">
        {roles.length === 0
          ? t('app:help.everybody')
          : roles.length > ROLES_MAX
            ? t('app:help.rolesMore', {
                roles: roles.slice(0, ROLES_MAX).join(listSeparator()),
                count: roles.length - ROLES_MAX,
              })
            : t('app:help.roles', { roles: roles.join(listSeparator()) })}
      </p>
      <Link to={`${helpPath()}#${encodeURIComponent(screen.path)}`}>{t('app:help.guide')}</Link>
    </div>
  )
}

/** Returns the help texts of all pages in the current language, keyed by path. */
export function usePageHelpTexts() {
  const { language } = useAppearance().appearance
  return useQuery({
    queryKey: ['help', language],
    queryFn: () => loadPageHelpTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}
