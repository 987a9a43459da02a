import type { z } from 'zod'
import { PointsText } from '#kit/web/Figures.tsx'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Muted, ShareBars } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import type { ExpiryBucket } from '../../contract.ts'

/** Lists the member's points by expiry date. */
export function PointExpiries({ buckets }: { buckets: readonly z.infer<typeof ExpiryBucket>[] }) {
  const t = useT()
  const most = Math.max(1, ...buckets.map(({ TotalPointToExpire }) => TotalPointToExpire))
  return (
    <Card title={t('points:statement.expiries')}>
      {buckets.length === 0 ? (
        <Muted as="p">{t('points:statement.noExpiries')}</Muted>
      ) : (
        <ShareBars
          items={buckets.map(({ Year, Month, TotalPointToExpire }) => ({
            key: `${Year}-${Month}`,
            label: monthName(Year, Month),
            value: <PointsText points={TotalPointToExpire} />,
            share: TotalPointToExpire / most,
          }))}
        />
      )}
    </Card>
  )
}

const monthName = (year: number, month: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(year, month - 1, 1)),
  )
