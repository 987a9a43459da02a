import { ScanOutlined } from '@ant-design/icons'
import { useT } from '#kit/web/i18n.ts'
import { TierName } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import type { Recent } from './recent.ts'

type Props = { recent: readonly Recent[]; current: string | null; onOpen: (MembershipNo: string) => void }

/** The members of the last minutes: whoever comes back to the counter is one press away. */
export function RecentMembers({ recent, current, onOpen }: Props) {
  const t = useT()
  if (recent.length === 0) return null
  return (
    <aside className="counter-recent">
      <Card title={t('memberships:counter.recent')} flush>
        <ul>
          {recent.map(({ MembershipNo, FullName, Color }) => (
            <li key={MembershipNo}>
              <button type="button" onClick={() => onOpen(MembershipNo)} aria-current={MembershipNo === current}>
                <TierName name={FullName} color={Color} />
                <span className="counter-quiet">{MembershipNo}</span>
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
    <div className="carat-card counter-welcome">
      <EmptyState
        icon={<ScanOutlined />}
        title={t('memberships:counter.welcome')}
        hint={t('memberships:counter.welcomeHint')}
      />
      <dl className="counter-keylist">
        <div>
          <dt>
            <kbd>/</kbd> <kbd>Esc</kbd>
          </dt>
          <dd>{t('memberships:counter.keyBox')}</dd>
        </div>
        <div>
          <dt>
            <kbd>↓</kbd> <kbd>↑</kbd>
          </dt>
          <dd>{t('memberships:counter.keyWalk')}</dd>
        </div>
        <div>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>{t('memberships:counter.keyOpen')}</dd>
        </div>
      </dl>
    </div>
  )
}
