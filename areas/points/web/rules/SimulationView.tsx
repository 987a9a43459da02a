import { Alert } from 'antd'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { JobProgress } from '#kit/web/JobProgress.tsx'
import { Columns, Muted } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { cancelPointSimulation, getPointSimulation, type Simulation, type SimulationResult } from '../../contract.ts'
import { SimulatedPointDifferences } from './Differences.tsx'
import { RateExample } from './Example.tsx'

const LOOK_AGAIN_MS = 700
const runs = (status: string | undefined) => status === 'Queued' || status === 'Running'

/** A simulation's progress while it runs, then its result. */
export function SimulationView({ SimulationId }: { SimulationId: number }) {
  const t = useT()
  const { data, error, refetch } = useRead(
    getPointSimulation,
    { SimulationId },
    { refetchInterval: ({ state }) => (runs(state.data?.Status) ? LOOK_AGAIN_MS : false) },
  )
  const cancel = useCall(cancelPointSimulation, { failed: 'points:simulation.cancelFailed' })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  if (data.Result) return <Outcome result={data.Result} draft={data.Draft} />
  return (
    <Card>
      <JobProgress
        label={t('points:simulation.running')}
        status={data.Status}
        done={data.LinesDone}
        total={data.LinesTotal}
        step={t('points:simulation.step')}
        onCancel={runs(data.Status) ? () => cancel.mutate({ SimulationId }) : undefined}
      />
      {data.Status === 'Failed' && <Alert type="error" showIcon title={t('points:refusals.simulation_stopped')} />}
    </Card>
  )
}

function Outcome({ result, draft }: { result: SimulationResult; draft: Simulation['Draft'] }) {
  const t = useT()
  const owesMore = Number(result.ExtraLiability) > 0
  const groups = [
    ['outlets', result.Outlets],
    ['brands', result.Brands],
    ['levels', result.Levels],
  ] as const
  const members = [
    ['winners', result.Winners],
    ['losers', result.Losers],
  ] as const
  return (
    <>
      <Card title={t('points:simulation.result')}>
        {'PointRate' in draft && <RateExample amount={draft.Amount} pointRate={draft.PointRate} />}
        <Muted as="p">
          {t('points:simulation.basis', {
            from: formatDate(result.DateFrom),
            to: formatDate(result.DateTo),
            sales: formatPoints(result.Sales),
            members: formatPoints(result.Members),
          })}
        </Muted>
        <LabelledFacts
          items={[
            { label: t('points:simulation.before'), value: <PointsText points={result.Before} /> },
            { label: t('points:simulation.after'), value: <PointsText points={result.After} /> },
            {
              label: t('points:simulation.difference'),
              value: <PointsText points={result.Difference} sign="signed" />,
            },
            {
              label: t('points:simulation.liability', { cost: result.CostPerPoint }),
              // A higher liability is not a gain, so the difference has a sign but no green colour.
              value: (
                <span className={owesMore ? 'carat-figure carat-doubt' : 'carat-figure'} dir="ltr">
                  {owesMore && '+'}
                  {formatMoney(result.ExtraLiability, { currency: true })}
                </span>
              ),
            },
          ]}
        />
        <Alert type="info" showIcon title={t('points:simulation.nothingWritten')} style={{ marginBlockStart: 12 }} />
      </Card>
      <Columns least={420}>
        {groups.map(([key, rows]) => (
          <SimulatedPointDifferences
            key={key}
            title={t(`points:simulation.${key}`)}
            rows={rows}
            note={
              key === 'brands' && rows.filter(({ Difference }) => Difference !== 0).length > 1
                ? t('points:simulation.brandsNote')
                : undefined
            }
          />
        ))}
        {members.map(([key, rows]) => (
          <SimulatedPointDifferences
            key={key}
            title={t(`points:simulation.${key}`)}
            rows={rows.map(({ MembershipNo, CustomerName, CardCategoryCode, CardCategoryName, ...figures }) => ({
              Name: MembershipNo,
              Label: CustomerName,
              hint: [CustomerName && MembershipNo, CardCategoryName ?? CardCategoryCode].filter(Boolean).join(' · '),
              member: true,
              ...figures,
            }))}
          />
        ))}
      </Columns>
    </>
  )
}
