import type { Reply } from '#kit/contract/endpoint.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Muted, Stack } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getLiability, type LiabilityMonth, listLiabilityMonths } from '../contract/liability.ts'
import { monthName } from './months.ts'

const monthOf = (date: string) => monthName(Number(date.slice(0, 4)), Number(date.slice(5, 7)))

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

/** What the company owes in points, now and at each month's end. */
export function LiabilityPage() {
  const t = useT()
  const { data, error, refetch } = useRead(getLiability, {})
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  return (
    <>
      <Now liability={data} />
      <Columns least={340}>
        <Bars title={t('expiry:ageing')} rows={data.Ageing.map(({ Age, Points }) => ({ name: Age, points: Points }))} />
        <Bars
          title={t('expiry:projection')}
          rows={data.Projection.map(({ Year, Month, Points }) => ({
            name: Year && Month ? monthName(Year, Month) : t('memberships:balance.never'),
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
    </>
  )
}

function Now({ liability }: { liability: Reply<typeof getLiability> }) {
  const t = useT()
  const figure = (
    field: 'Outstanding' | 'Members' | 'Lots' | 'Arrears' | 'Earned' | 'Redeemed' | 'Expired' | 'Reversed' | 'Adjusted',
  ) => ({ field, as: 'points' }) as const
  return (
    <Columns least={340}>
      <Card title={t('expiry:now')}>
        <RecordFacts
          area="expiry"
          of={getLiability.reply}
          record={liability}
          fields={[
            { field: 'AsAt', as: 'date' },
            figure('Outstanding'),
            'Value',
            'CostPerPoint',
            figure('Members'),
            figure('Lots'),
            figure('Arrears'),
          ]}
        />
      </Card>
      <Card title={t('kit:dates.month')}>
        <RecordFacts
          area="expiry"
          of={getLiability.reply}
          record={liability}
          fields={(['Earned', 'Redeemed', 'Expired', 'Reversed', 'Adjusted'] as const).map(figure)}
        />
      </Card>
    </Columns>
  )
}

function Bars({ title, rows }: { title: string; rows: readonly { name: string; points: number }[] }) {
  const t = useT()
  const most = Math.max(1, ...rows.map(({ points }) => points))
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <Muted as="p">{t('expiry:none')}</Muted>
      ) : (
        <Stack gap="m" className="carat-bars" as="ul">
          {rows.map(({ name, points }) => (
            <li key={name}>
              <span>{name}</span>
              <PointsText points={points} />
              <span
                className="carat-bar"
                aria-hidden
                style={{ inlineSize: `${Math.max(2, (100 * points) / most)}%` }}
              />
            </li>
          ))}
        </Stack>
      )}
    </Card>
  )
}
