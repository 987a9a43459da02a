import { useNavigate } from 'react-router'
import { counterRoles } from '#areas/memberships/contract/roles.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { ScanInput, useScanner } from '#kit/web/ScanInput.tsx'
import { useSession } from '#kit/web/session.ts'

/** The box that is used most: a customer stands in front of you. The counter takes over what was typed or scanned. */
export function QuickCounter() {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const may = has(counterRoles)
  const go = (typed: string) => void navigate(counterPath({ q: typed }))
  useScanner(go, { enabled: may })
  if (!may) return null
  return (
    <div className="carat-card carat-card-body dashboard-counter">
      <ScanInput
        id="dashboard-counter"
        label={t('dashboard:counter.label')}
        placeholder={t('kit:member.example')}
        action={t('dashboard:counter.go')}
        onSubmit={go}
      />
    </div>
  )
}
