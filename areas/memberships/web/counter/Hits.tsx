import { Button } from 'antd'
import { ChevronLeftIcon, UserIcon, UserPlusIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { customerAddPath } from '#areas/customers/paths.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { TierBadge } from '#kit/web/Tier.tsx'
import type { LookupRow } from '../../contract/counter.ts'

type HitsProps = { rows: readonly LookupRow[]; count: number; onOpen: (row: LookupRow) => void }

/** Several members fit: walked by the arrow keys, Enter opens. */
export function Hits({ rows, count, onOpen }: HitsProps) {
  const t = useT()
  return (
    <Card
      title={t('memberships:counter.hits', { count })}
      extra={<Muted className="carat-keys">{t('memberships:counter.walk')}</Muted>}
      flush
    >
      <ul className="carat-picks">
        {rows.map((row) => (
          <li key={row.MembershipNo}>
            <button type="button" data-walk onClick={() => onOpen(row)}>
              <span className="carat-two-lines">
                <strong>{row.FullName}</strong>
                <Muted>
                  {[row.MembershipNo, row.IdNo, row.ContactNo, row.Email, row.RegisteredOutletCode]
                    .filter(Boolean)
                    .join(' · ')}
                </Muted>
                {row.FormerMembershipNo && (
                  <Muted>{t('kit:member.former', { number: row.FormerMembershipNo, now: row.MembershipNo })}</Muted>
                )}
              </span>
              <Row as="span">
                {row.Status !== 'Active' && <StatusTag area="memberships" status={row.Status} />}
                {row.CardCategoryName && <TierBadge name={row.CardCategoryName} color={row.Color} />}
                <span>
                  <PointsText points={row.PointBalance} /> <Muted>{t('memberships:counter.points')}</Muted>
                </span>
              </Row>
            </button>
          </li>
        ))}
      </ul>
      {count > rows.length && <Muted as="p">{t('kit:member.more', { shown: rows.length, count })}</Muted>}
    </Card>
  )
}

export function BackToHits({ count, onBack }: { count: number; onBack: () => void }) {
  const t = useT()
  return (
    <div>
      <Button
        type="link"
        icon={<ChevronLeftIcon aria-hidden className="carat-mirrored" />}
        onClick={onBack}
        style={{ paddingInline: 0 }}
      >
        {t('memberships:counter.back', { count })}
      </Button>
    </div>
  )
}

/** Nobody has this number or name: the next step takes along what was typed. */
export function NobodyFound({ typed }: { typed: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { has, isHQ } = useSession()
  return (
    <div className="carat-card">
      <EmptyState
        icon={<UserIcon />}
        title={t('memberships:refusals.no_customer')}
        hint={`${t('kit:member.nobody', { typed })} ${isHQ ? '' : t('kit:member.elsewhere')}`.trim()}
        action={
          has('Customer') && (
            // Handed over in the history, not in the address: it may be an identity number.
            <Button
              type="primary"
              size="large"
              data-walk
              icon={<UserPlusIcon aria-hidden />}
              onClick={() => void navigate(customerAddPath(), { state: { typed } })}
            >
              {t('kit:verbs.register')}
            </Button>
          )
        }
      />
    </div>
  )
}
