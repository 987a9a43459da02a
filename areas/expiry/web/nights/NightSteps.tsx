import { Alert } from 'antd'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Night, type NightStep } from '../../contract/nights.ts'
import { Duration } from './Duration.tsx'
import { NightStatus } from './NightStatus.tsx'

/** One night, step by step: how many it did, from whom to whom, how long it took. */
export function NightSteps({ night }: { night: Night }) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard, and nothing in it is
    <section tabIndex={0} aria-label={t('expiry:night.steps')}>
      {night.Failure && <Alert type="error" showIcon title={t('expiry:night.failed')} description={night.Failure} />}
      <RecordFacts
        area="expiry"
        of={Night}
        record={night}
        fields={[
          { field: 'BusinessDate', title: 'expiry:fields.NightOf' },
          { field: 'Status', render: (row) => <NightStatus night={row} /> },
          'StartedAt',
          {
            field: 'Milliseconds',
            title: 'expiry:fields.Duration',
            render: (row) => <Duration milliseconds={row.Milliseconds} />,
          },
        ]}
      />
      <Stack gap="m" className="carat-bars carat-space-before" as="ol">
        {night.Steps.map((step) => (
          <Step key={step.Step} step={step} />
        ))}
      </Stack>
    </section>
  )
}

function Step({ step }: { step: NightStep }) {
  const t = useT()
  const labels = useLabels('expiry')
  const range = step.FromKey === null ? '' : [...new Set([step.FromKey, step.ToKey])].join(' – ')
  return (
    <li>
      <strong>{labels.value('Step', step.Step)}</strong>
      <span>
        {step.EndedAt === null ? t('expiry:night.unfinished') : <Duration milliseconds={step.Milliseconds} />}
      </span>
      <Muted>
        {[
          t('expiry:night.done', { number: formatPoints(step.Done) }),
          step.Points !== 0 && t('expiry:points', { points: formatPoints(step.Points) }),
          step.Portions > 1 && t('expiry:night.portions', { number: step.Portions }),
          range,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Muted>
    </li>
  )
}
