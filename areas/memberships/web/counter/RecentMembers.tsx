import { ScanLineIcon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { Row, TwoLines } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import { TierBadge } from '#kit/web/Tier.tsx'
import type { Recent } from './recent.ts'

type Props = { recent: readonly Recent[]; current: string | null; onOpen: (MembershipNo: string) => void }

/** The members of the last minutes: whoever comes back to the counter is one press away. */
export function RecentMembers({ recent, current, onOpen }: Props) {
  const t = useT()
  if (recent.length === 0) return null
  return (
    <aside>
      <Card title={t('memberships:counter.recent')} flush>
        <ul className="carat-picks">
          {recent.map(({ MembershipNo, FullName, Color }) => (
            <li key={MembershipNo}>
              <button type="button" onClick={() => onOpen(MembershipNo)} aria-current={MembershipNo === current}>
                <TwoLines second={MembershipNo}>
                  <TierBadge name={FullName} color={Color} />
                </TwoLines>
              </button>
            </li>
          ))}
        </ul>
      </Card>
    </aside>
  )
}

/** Before the first look-up: what the box takes, and the keys. */
export function Welcome() {
  const t = useT()
  return (
    <Card flush>
      <EmptyState
        icon={<ScanLineIcon />}
        title={t('memberships:counter.welcome')}
        hint={t('memberships:counter.welcomeHint')}
      />
      <Row as="dl" justify="center" gap="xl" className="carat-keys carat-card-body">
        <Row>
          <dt>
            <kbd>/</kbd> <kbd>Esc</kbd>
          </dt>
          <dd>{t('memberships:counter.keyBox')}</dd>
        </Row>
        <Row>
          <dt>
            <kbd>↓</kbd> <kbd>↑</kbd>
          </dt>
          <dd>{t('memberships:counter.keyWalk')}</dd>
        </Row>
        <Row>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>{t('memberships:counter.keyOpen')}</dd>
        </Row>
      </Row>
    </Card>
  )
}
