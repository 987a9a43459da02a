import '../memberships.css'
import {
  CalculatorIcon,
  ChevronRightIcon,
  ClockIcon,
  CrownIcon,
  ReceiptTextIcon,
  SquarePenIcon,
  UserIcon,
  WalletIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { explainPath } from '#areas/points/paths.ts'
import { saleAddPath } from '#areas/sales/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import type { Role } from '#kit/web/vocabulary.ts'
import type { MemberCard, NextAction } from '../../contract/counter.ts'
import { upgradePath } from '../../paths.ts'
import { useSentence } from './sentence.ts'

type Step = { icon: ReactNode; role: Role | readonly Role[]; to: (card: MemberCard) => string }

const mayExplain: readonly Role[] = ['Customer', 'Customer Transaction', 'Member Point Statement', 'Point Adjustment']

const steps: Record<NextAction['Action'], Step> = {
  'Arrears to recover': {
    icon: <WalletIcon />,
    role: mayExplain,
    to: (card) => explainPath({ MembershipNo: card.MembershipNo }),
  },
  'Confirm the upgrade': {
    icon: <CrownIcon />,
    role: 'Customer',
    to: (card) => upgradePath({ MembershipNo: card.MembershipNo }),
  },
  'Upgrade to premium': {
    icon: <CrownIcon />,
    role: 'Customer',
    to: (card) => upgradePath({ MembershipNo: card.MembershipNo }),
  },
  'Complete profile': {
    icon: <SquarePenIcon />,
    role: 'Customer',
    to: (card) => customerPath({ CustomerId: card.CustomerId, edit: 'profile' }),
  },
  'Points expire soon': {
    icon: <ClockIcon />,
    role: mayExplain,
    to: (card) => explainPath({ MembershipNo: card.MembershipNo }),
  },
  'Record a sale': {
    icon: <ReceiptTextIcon />,
    role: 'Customer Transaction',
    to: (card) => saleAddPath({ MembershipNo: card.MembershipNo }),
  },
}

/** What to do for this member, the most urgent first, each with its reason; then the ways to everything else. */
export function NextSteps({ card }: { card: MemberCard }) {
  const t = useT()
  const labels = useLabels('memberships')
  const { has } = useSession()
  const sentence = useSentence()
  const offered = card.NextActions.filter(({ Action }) => has(steps[Action].role))
  const sale =
    has('Customer Transaction') && !offered.some(({ Action }) => Action === 'Record a sale') && card.Status === 'Active'

  return (
    <Stack as="nav" gap="s" className="carat-card-body" aria-label={t('memberships:counter.next')}>
      {offered.map((action, place) => (
        <Link
          key={action.Action}
          to={steps[action.Action].to(card)}
          data-walk
          className={`member-step${place === 0 ? ' member-step-first' : ''}`}
        >
          <span className="member-step-icon" aria-hidden>
            {steps[action.Action].icon}
          </span>
          <span>
            <strong>{labels.value('Action', action.Action)}</strong>
            <bdi className="carat-two-lines carat-muted">{sentence(action)}</bdi>
          </span>
          <ChevronRightIcon aria-hidden className="carat-mirrored" />
        </Link>
      ))}
      <Row gap="l">
        {sale && (
          <Way
            to={saleAddPath({ MembershipNo: card.MembershipNo })}
            icon={<ReceiptTextIcon aria-hidden />}
            text={t('kit:verbs.recordSale')}
          />
        )}
        {has('Customer') && (
          <Way
            to={customerPath({ CustomerId: card.CustomerId })}
            icon={<UserIcon aria-hidden />}
            text={t('memberships:actions.viewCustomer')}
          />
        )}
        {has(mayExplain) && (
          <Way
            to={explainPath({ MembershipNo: card.MembershipNo })}
            icon={<CalculatorIcon aria-hidden />}
            text={t('kit:verbs.explainPoints')}
          />
        )}
      </Row>
    </Stack>
  )
}

const Way = ({ to, icon, text }: { to: string; icon: ReactNode; text: string }) => (
  <Link to={to} data-walk className="member-way">
    {icon}
    {text}
  </Link>
)
