import { useNavigate } from 'react-router'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { memberSearchService } from '#areas/customers/web/slots.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useService } from '#kit/web/slots.ts'
import './dashboard.css'

/** Shows a card with the member search of the counter. */
export function QuickMemberSearchCard() {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const { role } = useService(memberSearchService)
  if (!has(role)) return null
  return (
    <div className="carat-card carat-card-body carat-quick dashboard-counter">
      <MemberPicker
        id="dashboard-counter"
        label={t('dashboard:counter.label')}
        size="large"
        action={t('customers:member.findAction')}
        registers
        onPick={({ MembershipNo }) => void navigate(counterPath({ member: MembershipNo }))}
      />
    </div>
  )
}
