import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { canOpenScreen, type Screen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { getConfig } from '../config.ts'
import { useCurrentScreen } from './useScreen.ts'

/** Shows the page to users who have its role and privilege. Tells other users which of them the page needs. */
export function AccessGuard({ children }: { children: React.ReactNode }) {
  const session = useSession()
  const screen: Partial<Screen> = useCurrentScreen() ?? {}
  if (canOpenScreen(screen, session)) return children
  const { role, privilege } = screen
  return <Forbidden roles={session.has(role) && privilege ? [privilege] : [role ?? []].flat()} />
}

/** The maximum number of roles to name if many roles may open a page. */
const ROLES_MAX = 3

/** Replaces the whole page, including its title, for a user without access. */
function Forbidden({ roles }: { roles: readonly string[] }) {
  const t = useT()
  const navigate = useNavigate()
  const title = t('app:forbidden.title')
  return (
    <div className="forbidden">
      <title>{`${title} · ${getConfig().Title}`}</title>
      <ForbiddenState
        heading
        title={title}
        hint={
          roles.length > ROLES_MAX + 1
            ? t('app:forbidden.aboutMany', {
                roles: roles.slice(0, ROLES_MAX).join(listSeparator()),
                count: roles.length - ROLES_MAX,
              })
            : t('app:forbidden.about', { roles: roles.join(listSeparator()) })
        }
        action={
          <Row justify="center">
            <Button type="primary" onClick={() => void navigate(dashboardPath())}>
              {t('app:forbidden.toDashboard')}
            </Button>
            <Button onClick={() => void navigate(-1)}>{t('app:forbidden.back')}</Button>
          </Row>
        }
      />
    </div>
  )
}
