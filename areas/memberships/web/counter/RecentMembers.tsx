import { shortenPersonName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import type { RecentMember } from './recent.ts'

const VISIBLE_MAX = 4

type Props = { recent: readonly RecentMember[]; current: string | null; onOpen: (MembershipNo: string) => void }

/** Shows buttons that reopen the recently served members. */
export function RecentMembersList({ recent, current, onOpen }: Props) {
  const t = useT()
  const others = recent.filter(({ MembershipNo }) => MembershipNo !== current).slice(0, VISIBLE_MAX)
  if (others.length === 0) return null
  return (
    <Row as="nav" className="carat-keys" aria-label={t('memberships:counter.recentTitle')}>
      <Muted>{t('memberships:counter.recent')}</Muted>
      {others.map(({ MembershipNo, FullName, Color }) => (
        <button key={MembershipNo} type="button" className="carat-chip" onClick={() => onOpen(MembershipNo)}>
          <bdi>
            {Color ? <ColourTag name={shortenPersonName(FullName)} color={Color} /> : shortenPersonName(FullName)}
          </bdi>
        </button>
      ))}
    </Row>
  )
}
