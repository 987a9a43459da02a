import { Button } from 'antd'
import { CakeIcon, ClipboardPenIcon, ClockAlertIcon, CrownIcon, HeartIcon, TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { pointExplanationPath } from '#areas/points/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import { IconTile } from '#kit/web/Tile.tsx'
import { useCall } from '#kit/web/useCall.ts'
import type { Role, TextKey } from '#kit/web/vocabulary.ts'
import { type MemberCard, type NextAction, putOffAction } from '../../contract/counter.ts'
import { upgradePath } from '../../paths.ts'
import { useServerMessageFormatter } from './sentence.ts'
import '../memberships.css'

type Step = {
  icon: ReactNode
  gold?: boolean
  act?: { label: TextKey; role: Role | readonly Role[]; to: (card: MemberCard) => string }
}

const upgrade: Step = {
  icon: <CrownIcon />,
  gold: true,
  act: { label: 'customers:member.upgradeToPremium', role: 'Customer', to: (card) => upgradePath(card) },
}
const steps: Record<NextAction['Action'], Step> = {
  'Check the status': {
    icon: <TriangleAlertIcon />,
    act: { label: 'memberships:actions.viewCustomer', role: 'Customer', to: (card) => customerPath(card) },
  },
  'Confirm the upgrade': upgrade,
  'Upgrade to premium': upgrade,
  'Points expire soon': {
    icon: <ClockAlertIcon />,
    gold: true,
    act: {
      label: 'customers:member.explainPoints',
      role: ['Customer', 'Customer Transaction', 'Member Point Statement', 'Point Adjustment'],
      to: (card) => pointExplanationPath(card),
    },
  },
  Congratulate: { icon: <CakeIcon />, gold: true },
  'Complete profile': {
    icon: <ClipboardPenIcon />,
    act: {
      label: 'memberships:upgrade.complete',
      role: 'Customer',
      to: ({ CustomerId }) => customerPath({ CustomerId, edit: 'profile' }),
    },
  },
}

/** Shows the first suggested action beside the sale. Users can hide the action until tomorrow. */
export function NextActionCard({ card }: { card: MemberCard }) {
  const t = useT()
  const navigate = useNavigate()
  const labels = useLabels('memberships')
  const sentence = useServerMessageFormatter()
  const { has } = useSession()
  const putOff = useCall(putOffAction, { failed: 'memberships:next.failed' })
  const next = card.NextActions.find(({ Action }) => has(steps[Action].act?.role))
  if (!next) return null
  const { icon, gold, act } = steps[next.Action]
  return (
    <section className="carat-card carat-next" aria-label={t('memberships:next.title')}>
      <Row gap="l" className="carat-card-body">
        <IconTile tone={gold ? 'gold' : 'blue'}>{next.Code === 'wedding_near' ? <HeartIcon /> : icon}</IconTile>
        <div className="carat-grow">
          <p className="carat-next-title">{t('memberships:next.title')}</p>
          <p className="carat-next-act">{labels.value('Action', next.Action)}</p>
          <Muted as="p">
            <bdi>{sentence(next)}</bdi>
          </Muted>
        </div>
        <Row>
          <Button
            type="text"
            loading={putOff.isPending}
            onClick={() => putOff.mutate({ MembershipNo: card.MembershipNo, Action: next.Action })}
          >
            {t('memberships:next.notNow')}
          </Button>
          {act && (
            <Button color="primary" variant="filled" data-walk onClick={() => void navigate(act.to(card))}>
              {t(act.label)}
            </Button>
          )}
        </Row>
      </Row>
    </section>
  )
}
