import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import type { Screen } from '#kit/web/screen.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { loadHelp } from '../help/help.ts'
import { helpPath } from '../paths.ts'
import { HelpPopover } from './HelpPopover.tsx'

/** More than these make a wall of names; the guide has them all. */
const ROLES_SHOWN = 3

/** What the present page does and who can open it; the text is fetched when somebody asks. */
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
  const help = useHelp()
  const roles = [screen.role ?? []].flat()
  return (
    <div className="page-help">
      <p>{help?.[screen.path] ?? t('app:loading')}</p>
      <p className="page-help-who">
        {roles.length === 0
          ? t('app:help.everybody')
          : roles.length > ROLES_SHOWN
            ? t('app:help.rolesMore', {
                roles: roles.slice(0, ROLES_SHOWN).join(', '),
                count: roles.length - ROLES_SHOWN,
              })
            : t('app:help.roles', { roles: roles.join(', ') })}
      </p>
      <Link to={`${helpPath()}#${encodeURIComponent(screen.path)}`}>{t('app:help.guide')}</Link>
    </div>
  )
}

/** The help texts by page, in the present language. */
export function useHelp() {
  const { language } = useAppearance().appearance
  return useQuery({
    queryKey: ['help', language],
    queryFn: () => loadHelp(language),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}
