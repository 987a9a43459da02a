import type { z } from 'zod'
import { PointsText } from '#kit/web/Figures.tsx'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import type { ExpiryBucket } from '../../contract.ts'

/** How many points end when, so that nobody is surprised. */
export function Expiries({ buckets }: { buckets: readonly z.infer<typeof ExpiryBucket>[] }) {
  const t = useT()
  const most = Math.max(1, ...buckets.map(({ TotalPointToExpire }) => TotalPointToExpire))
  return (
    <Card title={t('points:statement.expiries')}>
      {buckets.length === 0 ? (
        <p className="points-quiet points-none">{t('points:statement.noExpiries')}</p>
      ) : (
        <ul className="points-expiries">
          {buckets.map(({ Year, Month, TotalPointToExpire }) => (
            <li key={`${Year}-${Month}`}>
              <span>{monthName(Year, Month)}</span>
              <PointsText points={TotalPointToExpire} />
              <span
                className="points-bar"
                aria-hidden
                style={{ inlineSize: `${Math.max(2, (100 * TotalPointToExpire) / most)}%` }}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const monthName = (year: number, month: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(year, month - 1, 1)),
  )
