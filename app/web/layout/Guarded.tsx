import { useNavigate } from 'react-router'
import { Notice } from '#areas/access/web/Notice.tsx'
import { PlainButton } from '#areas/access/web/PlainButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { mayOpen, type Screen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useScreen } from './useScreen.ts'

/** Shows the page to those who have its role, and names that role or privilege to everybody else. The server guards the data. */
export function Guarded({ children }: { children: React.ReactNode }) {
  const session = useSession()
  const screen: Partial<Screen> = useScreen() ?? {}
  if (mayOpen(screen, session)) return children
  const { role, privilege } = screen
  return <Forbidden roles={session.has(role) && privilege ? [privilege] : [role ?? []].flat()} />
}

function Forbidden({ roles }: { roles: readonly string[] }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Notice title={t('app:forbidden.title')} about={t('app:forbidden.about', { roles: roles.join(', ') })}>
      <PlainButton onClick={() => navigate('/')}>{t('app:home')}</PlainButton>
    </Notice>
  )
}
