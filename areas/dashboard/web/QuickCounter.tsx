import { useNavigate } from 'react-router'
import { counterPath } from '#areas/memberships/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { MemberPicker } from '#kit/web/MemberPicker.tsx'
import { useProvided } from '#kit/web/provided.ts'
import { useSession } from '#kit/web/session.ts'

/** The box that is used most: a customer stands in front of you. */
export function QuickCounter() {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const { role } = useProvided().members
  if (!has(role)) return null
  return (
    <div className="carat-card carat-card-body carat-quick dashboard-counter">
      <MemberPicker
        id="dashboard-counter"
        label={t('dashboard:counter.label')}
        size="large"
        action={t('kit:member.findAction')}
        registers
        onPick={({ MembershipNo }) => void navigate(counterPath({ member: MembershipNo }))}
      />
    </div>
  )
}
