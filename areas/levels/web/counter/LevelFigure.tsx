import { CheckIcon } from 'lucide-react'
import { formatMoney } from '#kit/web/format.ts'
import { FigureStripCell } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { levelRoles } from '../../contract/roles.ts'
import { getLevelStatus } from '../../contract/status.ts'
import { useCardCategories } from '../Tiers.tsx'
import { TierProgressBar } from './Progress.tsx'

/** Shows at the counter the spend that is missing to reach the next tier. */
export function SpendToNextTierFigure({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const tiers = useCardCategories()
  const may = has(levelRoles)
  const { data } = useRead(getLevelStatus, { MembershipNo }, { enabled: may })
  if (!data?.NextCategory || data.NextAmount === null || data.Spend === null) return null
  const reached = data.MissingToNext !== null && Number(data.MissingToNext) <= 0
  const name = tiers.find(({ Code }) => Code === data.NextCategory)?.Name ?? data.NextCategory
  return (
    <FigureStripCell
      label={
        <Row as="span" justify="spread">
          {t('levels:counter.spendTo', { tier: name })}
          {reached && (
            <span className="carat-good">
              <CheckIcon aria-hidden /> {t('levels:counter.reached')}
            </span>
          )}
        </Row>
      }
    >
      <TierProgressBar share={Number(data.Spend) / Number(data.NextAmount)} reached={reached} />
      <small className="carat-figure">
        {t('levels:counter.of', {
          spend: formatMoney(data.Spend, { currency: true }),
          needed: formatMoney(data.NextAmount),
        })}
      </small>
    </FigureStripCell>
  )
}
