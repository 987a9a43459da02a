import { Chart } from '#kit/web/Chart.tsx'
import { formatDate, formatMoney, formatPercent, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, PlainTable, SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type CampaignDetail, type CampaignOutcome, getCampaignOutcome, type OutcomeGroup } from '../../contract.ts'
import { formatSignedDecimal } from '../sentence.ts'
import { CampaignFigures } from './Figures.tsx'
import { CampaignSendHistory } from './SendHistory.tsx'

/** The outcome of the campaign with its figures, chart and sends. */
export function CampaignResults({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const { data, error, refetch } = useRead(getCampaignOutcome, { CampaignCode: campaign.CampaignCode })
  return (
    <>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState rows={8} />}
      {data && <OutcomeFigures outcome={data} />}
      <SideColumnLayout close side={<CampaignSendHistory CampaignCode={campaign.CampaignCode} />}>
        {data && data.Contacted.Customers + data.Control.Customers > 0 && (
          <Card label={t('campaigns:outcome.title')}>
            <Stack>
              <PurchaseChart outcome={data} />
              {data.Control.Customers > 0 && <Groups outcome={data} />}
              <LiftText outcome={data} />
            </Stack>
          </Card>
        )}
        {data && data.Contacted.Customers + data.Control.Customers === 0 && (
          <Card label={t('campaigns:outcome.title')}>
            <Muted as="p">{t('campaigns:lift.empty')}</Muted>
          </Card>
        )}
      </SideColumnLayout>
    </>
  )
}

function OutcomeFigures({ outcome }: { outcome: CampaignOutcome }) {
  const t = useT()
  const { Contacted, Lift, Targeted, HeldBack, SpentPoints, MessageCost } = outcome
  return (
    <CampaignFigures
      label={t('campaigns:outcome.title')}
      items={[
        {
          label: t('campaigns:outcome.contacted'),
          value: formatPoints(Contacted.Customers),
          hint: t('campaigns:outcome.ofTargeted', {
            targeted: formatPoints(Targeted),
            suppressed: formatPoints(HeldBack),
          }),
        },
        {
          label: t('campaigns:outcome.converted'),
          value: formatPoints(Contacted.Converted),
          hint: t('campaigns:outcome.share', { rate: formatPercent(Contacted.Rate, 2) }),
        },
        {
          label: t('campaigns:lift.name'),
          value: Lift ? (
            <bdi>{t('campaigns:lift.points', { difference: formatSignedDecimal(Lift.Difference) })}</bdi>
          ) : (
            '–'
          ),
          hint: Lift
            ? t('campaigns:lift.interval', {
                from: formatSignedDecimal(Lift.From),
                until: formatSignedDecimal(Lift.Until),
              })
            : t('campaigns:lift.short'),
        },
        Contacted.Sales !== null && {
          label: t('campaigns:outcome.sales'),
          value: formatMoney(Contacted.Sales, { currency: true }),
          hint: t('campaigns:outcome.salesHint'),
        },
        {
          label: t('campaigns:outcome.cost'),
          value: formatMoney(MessageCost, { currency: true }),
          hint: t('campaigns:outcome.pointsAwarded', { count: SpentPoints, points: formatPoints(SpentPoints) }),
        },
      ]}
    />
  )
}

/** Chart of the cumulative share of purchasers in both groups by day; the gap between the lines is the lift. */
function PurchaseChart({ outcome: { Days, Contacted, Control } }: { outcome: CampaignOutcome }) {
  const t = useT()
  const series = (name: string, customers: number, purchasesOf: (day: CampaignOutcome['Days'][number]) => number) => ({
    name,
    points: Days.map((day) => {
      const value = (purchasesOf(day) / customers) * 100
      return { value, text: formatPercent(value, 2) }
    }),
  })
  return (
    <Chart
      kind="line"
      title={t('campaigns:outcome.chart')}
      by={t('campaigns:outcome.day')}
      labels={Days.map((day) => formatDate(day.Date))}
      series={[
        ...(Contacted.Customers > 0
          ? [series(t('campaigns:outcome.contacted'), Contacted.Customers, (day) => day.Contacted)]
          : []),
        ...(Control.Customers > 0
          ? [series(t('campaigns:outcome.control'), Control.Customers, (day) => day.Control)]
          : []),
      ]}
      figure={(value) => formatPercent(value, value % 1 === 0 ? 0 : 1)}
      height={220}
    />
  )
}

const shares = [
  { name: 'customers', of: ({ Customers }: OutcomeGroup) => formatPoints(Customers) },
  { name: 'converted', of: ({ Converted }: OutcomeGroup) => formatPoints(Converted) },
  { name: 'rate', of: ({ Rate }: OutcomeGroup) => formatPercent(Rate, 2) },
] as const
const withSales = [...shares, { name: 'sales', of: ({ Sales }: OutcomeGroup) => formatMoney(Sales) }] as const

/** Table that compares contacted customers and control group. */
function Groups({ outcome: { Contacted, Control } }: { outcome: CampaignOutcome }) {
  const t = useT()
  const measures = Contacted.Sales === null ? shares : withSales
  return (
    <PlainTable label={t('campaigns:outcome.compared')} figures>
      <thead>
        <tr>
          <th scope="col">
            <span className="carat-unseen">{t('campaigns:outcome.title')}</span>
          </th>
          {measures.map(({ name }) => (
            <th key={name} scope="col">
              {t(`campaigns:outcome.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(
          [
            ['contacted', Contacted],
            ['control', Control],
          ] as const
        ).map(([group, figures]) => (
          <tr key={group}>
            <th scope="row">{t(`campaigns:outcome.${group}`)}</th>
            {measures.map(({ name, of }) => (
              <td key={name} className="carat-nowrap">
                {of(figures)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** Explains the lift in words, with its confidence interval. */
function LiftText({ outcome: { Lift, Contacted, Control } }: { outcome: CampaignOutcome }) {
  const t = useT()
  const uncontrolled = Contacted.Customers > 0 && Control.Customers === 0
  if (!Lift) return <Muted>{t(uncontrolled ? 'campaigns:lift.noControl' : 'campaigns:lift.empty')}</Muted>
  const bounds = {
    difference: formatSignedDecimal(Lift.Difference),
    from: formatSignedDecimal(Lift.From),
    until: formatSignedDecimal(Lift.Until),
  }
  const meaning = Lift.From > 0 ? 'more' : Lift.Until < 0 ? 'less' : 'unclear'
  return (
    <Stack gap="xs">
      <strong>{t(`campaigns:lift.${meaning}`)}</strong>
      <span>{t('campaigns:lift.bounds', bounds)}</span>
      <Muted>{t('campaigns:lift.explained')}</Muted>
    </Stack>
  )
}
