import type { Reply } from '#kit/contract/endpoint.ts'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Muted, ShareBars, Stack, SummaryBar } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getLiability, type LiabilityMonth, listLiabilityMonths } from '../contract/liability.ts'
import { formatMonthName } from './months.ts'

const monthOf = (date: string) => formatMonthName(Number(date.slice(0, 4)), Number(date.slice(5, 7)))

const columns: Column<LiabilityMonth>[] = [
  { field: 'Month', render: ({ Month }) => monthOf(Month) },
  { field: 'Outstanding', as: 'points' },
  'Value',
  { field: 'Earned', as: 'points' },
  { field: 'Redeemed', as: 'points' },
  { field: 'Expired', as: 'points' },
  { field: 'Reversed', as: 'points' },
  { field: 'Adjusted', as: 'points' },
]
const optional: Column<LiabilityMonth>[] = [
  'Members',
  'Lots',
  { field: 'Arrears', as: 'points' },
  'CostPerPoint',
  'TakenAt',
]

/** The page with the points liability now and at the end of each closed month. */
export function PointLiabilityPage() {
  const t = useT()
  const { data, error, refetch } = useRead(getLiability, {})
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  return (
    <Stack>
      <PresentLiability liability={data} />
      <Columns least={340}>
        <PointBars
          title={t('expiry:ageing')}
          rows={data.Ageing.map(({ Age, Points }) => ({ name: Age, points: Points }))}
        />
        <PointBars
          title={t('expiry:projection')}
          rows={data.Projection.map(({ Year, Month, Points }) => ({
            name: Year && Month ? formatMonthName(Year, Month) : t('memberships:balance.never'),
            points: Points,
          }))}
        />
      </Columns>
      <PageSection title={t('expiry:closed')}>
        <ResourceTable
          area="expiry"
          list={listLiabilityMonths}
          label={t('expiry:closed')}
          rowKey="Month"
          columns={columns}
          optional={optional}
          rowName={({ Month }) => monthOf(Month)}
          empty={() => ({ title: t('expiry:noneClosed'), hint: t('expiry:noneClosedHint') })}
        />
      </PageSection>
    </Stack>
  )
}

function PresentLiability({ liability }: { liability: Reply<typeof getLiability> }) {
  const t = useT()
  const labels = useLabels('expiry')
  const points = (field: 'Outstanding' | 'Arrears' | (typeof movements)[number]) => ({
    label: labels.field(field),
    value: <PointsText points={liability[field]} />,
  })
  return (
    <Card title={t('expiry:nowAsAt', { date: formatDate(liability.AsAt) })}>
      <SummaryBar
        label={t('expiry:now')}
        items={[
          { ...points('Outstanding'), main: true },
          { label: labels.field('Value'), value: <MoneyText amount={liability.Value} currency />, main: true },
          {
            label: labels.field('CostPerPoint'),
            value: <MoneyText amount={liability.CostPerPoint} currency />,
          },
          { label: labels.field('Members'), value: formatPoints(liability.Members) },
          { label: labels.field('Lots'), value: formatPoints(liability.Lots) },
          points('Arrears'),
        ]}
      />
      <h3 className="carat-part carat-space-before">{t('kit:dates.month')}</h3>
      <SummaryBar small label={t('kit:dates.month')} items={movements.map(points)} />
    </Card>
  )
}

/** The card with the point movements of the current month. */
const movements = ['Earned', 'Redeemed', 'Expired', 'Reversed', 'Adjusted'] as const

function PointBars({ title, rows }: { title: string; rows: readonly { name: string; points: number }[] }) {
  const t = useT()
  const maximum = Math.max(1, ...rows.map(({ points }) => points))
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <Muted as="p">{t('expiry:none')}</Muted>
      ) : (
        <ShareBars
          items={rows.map(({ name, points }) => ({
            key: name,
            label: name,
            value: <PointsText points={points} />,
            share: Math.max(0.02, points / maximum),
          }))}
        />
      )}
    </Card>
  )
}
