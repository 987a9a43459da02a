import { Link } from 'react-router'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { businessDate, formatMoney, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { levelRoles } from '../../contract/roles.ts'
import { getLevelStatus, type LevelStatus } from '../../contract/status.ts'
import { memberLevelsPath } from '../../paths.ts'
import { useCardCategories } from '../Tiers.tsx'
import { TierProgressBar } from './Progress.tsx'

/** The card beside a member's timeline with the spend missing to reach the next tier and to stay in the current tier. */
export function CounterTierCard({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const tiers = useCardCategories()
  const { data } = useRead(getLevelStatus, { MembershipNo }, { enabled: has(levelRoles) })
  if (!data?.CardCategoryCode || data.Spend === null) return null
  const tier = (code: string) => {
    const category = tiers.find(({ Code }) => Code === code)
    return { name: category?.Name ?? code, color: category?.Color }
  }
  const present = tier(data.CardCategoryCode)
  const next = data.NextCategory === null ? undefined : tier(data.NextCategory)
  const share = next && data.NextAmount !== null ? Number(data.Spend) / Number(data.NextAmount) : undefined
  return (
    <Card title={t('levels:tier')} extra={<Link to={memberLevelsPath({ MembershipNo })}>{t('levels:card.more')}</Link>}>
      <Stack gap="s">
        {next && share !== undefined ? (
          <div>
            <Row justify="spread">
              <strong>{t('levels:card.change', { from: present.name, to: next.name })}</strong>
              <Muted className="carat-figure">{`${Math.floor(100 * Math.min(1, Math.max(0, share)))}%`}</Muted>
            </Row>
            <TierProgressBar share={share} reached={share >= 1} />
            <Muted className="carat-figure">
              {t('levels:counter.of', {
                spend: formatMoney(data.Spend, { currency: true }),
                needed: formatMoney(data.NextAmount),
              })}
            </Muted>
          </div>
        ) : (
          <strong>
            <ColourTag {...present} />
          </strong>
        )}
        <MissingSpend levelStatus={data} present={present.name} next={next?.name} />
      </Stack>
    </Card>
  )
}

type MissingSpendProps = { levelStatus: LevelStatus; present: string; next: string | undefined }

/** Shows the amounts that are missing to move up and to stay, with their deadline. */
function MissingSpend({ levelStatus, present, next }: MissingSpendProps) {
  const t = useT()
  const { MissingToNext, MissingToStay, MaintainAmount, CycleEnd, GraceUntil } = levelStatus
  const lacks = (amount: string | null) => amount !== null && Number(amount) > 0
  const until = [CycleEnd, GraceUntil].find((day) => day !== null && day >= businessDate())
  const date = formatShortDate(until)
  const money = (amount: string | null) => formatMoney(amount, { currency: true })
  const stays = MaintainAmount !== null && Number(MaintainAmount) > 0
  const sentences = [
    next && !lacks(MissingToNext) && t('levels:reached'),
    next && until && lacks(MissingToNext) && t('levels:card.missing', { amount: money(MissingToNext), date }),
    stays &&
      until &&
      lacks(MissingToStay) &&
      t('levels:card.toStay', { tier: present, amount: money(MissingToStay), date }),
    stays && !lacks(MissingToStay) && t('levels:card.safe', { tier: present, amount: money(MaintainAmount) }),
    !next && !stays && t('levels:noGoal'),
  ].filter(Boolean)
  return sentences.length > 0 && <Muted as="p">{sentences.join(' ')}</Muted>
}
