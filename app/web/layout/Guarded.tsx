import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { mayOpen, type Screen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { getConfig } from '../config.ts'
import { useScreen } from './useScreen.ts'

/** Shows the page to those who have its role, and names that role or privilege to everybody else. The server guards the data. */
export function Guarded({ children }: { children: React.ReactNode }) {
  const session = useSession()
  const screen: Partial<Screen> = useScreen() ?? {}
  if (mayOpen(screen, session)) return children
  const { role, privilege } = screen
  return <Forbidden roles={session.has(role) && privilege ? [privilege] : [role ?? []].flat()} />
}

/** A page that many roles open names some of them. */
const ROLES_SHOWN = 3

/** Nothing of the page is shown, not even its title. */
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
          roles.length > ROLES_SHOWN + 1
            ? t('app:forbidden.aboutMany', {
                roles: roles.slice(0, ROLES_SHOWN).join(', '),
                count: roles.length - ROLES_SHOWN,
              })
            : t('app:forbidden.about', { roles: roles.join(', ') })
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
