import { Alert } from 'antd'
import { Facts, RecordFacts } from '#kit/web/Facts.tsx'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { Night } from '../../contract/nights.ts'
import { Duration } from './Duration.tsx'
import { NightStatus } from './NightStatus.tsx'

/** One night, step by step: how many it did, from whom to whom, how long it took. */
export function NightSteps({ night }: { night: Night }) {
  const t = useT()
  const labels = useLabels('expiry')
  return (
    <>
      {night.Failure && <Alert type="error" showIcon title={t('expiry:night.failed')} description={night.Failure} />}
      <RecordFacts
        area="expiry"
        of={Night}
        record={night}
        fields={[
          { field: 'BusinessDate', title: 'expiry:fields.NightOf' },
          { field: 'Status', render: (row) => <NightStatus night={row} /> },
          'StartedAt',
          'EndedAt',
          {
            field: 'Milliseconds',
            title: 'expiry:fields.Duration',
            render: (row) => <Duration milliseconds={row.Milliseconds} />,
          },
        ]}
      />
      {night.Steps.map((step) => (
        <section key={step.Step} className="expiry-step" aria-label={labels.value('Step', step.Step)}>
          <h3>{labels.value('Step', step.Step)}</h3>
          <Facts
            items={[
              { label: labels.field('Done'), value: <PointsText points={step.Done} /> },
              step.Points !== 0 && { label: labels.field('Points'), value: <PointsText points={step.Points} /> },
              { label: labels.field('Portions'), value: step.Portions },
              step.FromKey !== null && {
                label: labels.field('FromTo'),
                value: <span className="carat-figure">{[step.FromKey, step.ToKey].join(' – ')}</span>,
              },
              {
                label: labels.field('Duration'),
                value:
                  step.EndedAt === null ? t('expiry:night.unfinished') : <Duration milliseconds={step.Milliseconds} />,
              },
            ]}
          />
        </section>
      ))}
    </>
  )
}
