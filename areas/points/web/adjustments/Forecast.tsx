import { Alert } from 'antd'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { NewAdjustment, previewAdjustment } from '../../contract.ts'

const Requested = NewAdjustment.pick({ MembershipNo: true, TransactionType: true, PointAmount: true })

/** Shows the effect of the adjustment that the user enters: new balance, expiry, and need for approval. */
export function AdjustmentForecast({ values }: { values: Record<string, unknown> }) {
  const t = useT()
  const { MembershipNo, TransactionType = 'Adjust In', PointAmount } = values
  const parsed = Requested.safeParse({ MembershipNo, TransactionType, PointAmount })
  const { data } = useRead(previewAdjustment, parsed.data ?? ({} as never), { enabled: parsed.success })
  if (!parsed.success || !data) return null
  const ownExpiry = typeof values.ExpiryDate === 'string' && values.ExpiryDate !== '' ? values.ExpiryDate : undefined
  const until = ownExpiry ?? data.ExpiryDate
  const waits = data.NeedsApprovalYN === 'Y'
  const gives = parsed.data.TransactionType === 'Adjust In'
  return (
    <Stack as="section" gap="s" aria-label={t('points:adjustment.preview')} aria-live="polite">
      <LabelledFacts
        items={[
          { label: t('points:adjustment.now'), value: <PointsText points={data.Before} /> },
          { label: t('points:adjustment.then'), value: <PointsText points={data.After} /> },
        ]}
      />
      {gives && (
        <Muted as="p">
          {until ? t('memberships:balance.until', { date: formatDate(until) }) : t('points:adjustment.forever')}
        </Muted>
      )}
      {data.Missing > 0 ? (
        <Alert type="error" showIcon title={t('points:adjustment.missing', { points: formatPoints(data.Missing) })} />
      ) : (
        <Alert
          type={waits ? 'warning' : 'info'}
          showIcon
          title={
            waits ? t('points:adjustment.second', { limit: formatPoints(data.Limit) }) : t('points:adjustment.alone')
          }
        />
      )}
    </Stack>
  )
}
