import { Alert } from 'antd'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { NightlyRun, type NightlyStep } from '../../contract/nightly.ts'
import { DurationText } from './Duration.tsx'
import { NightlyRunStatus } from './NightlyStatus.tsx'

/** The table of the steps of one nightly run: processed records, first and last key, duration. */
export function NightlyRunSteps({ nightlyRun }: { nightlyRun: NightlyRun }) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region without focusable content must itself be focusable
    <section tabIndex={0} aria-label={t('expiry:nightly.steps')}>
      {nightlyRun.Failure && (
        <Alert type="error" showIcon title={t('expiry:nightly.failed')} description={nightlyRun.Failure} />
      )}
      <RecordFacts
        area="expiry"
        of={NightlyRun}
        record={nightlyRun}
        fields={[
          { field: 'BusinessDate', title: 'expiry:fields.NightlyOf' },
          { field: 'Status', render: (row) => <NightlyRunStatus nightlyRun={row} /> },
          'StartedAt',
          {
            field: 'Milliseconds',
            title: 'expiry:fields.Duration',
            render: (row) => <DurationText milliseconds={row.Milliseconds} />,
          },
        ]}
      />
      <Stack gap="m" className="carat-bars carat-space-before" as="ol">
        {nightlyRun.Steps.map((step) => (
          <Step key={step.Step} step={step} />
        ))}
      </Stack>
    </section>
  )
}

function Step({ step }: { step: NightlyStep }) {
  const t = useT()
  const labels = useLabels('expiry')
  const range = step.FromKey === null ? '' : [...new Set([step.FromKey, step.ToKey])].join(' – ')
  return (
    <li>
      <strong>{labels.value('Step', step.Step)}</strong>
      <span>
        {step.EndedAt === null ? t('expiry:nightly.unfinished') : <DurationText milliseconds={step.Milliseconds} />}
      </span>
      <Muted>
        {[
          t('expiry:nightly.done', { number: formatPoints(step.Done) }),
          step.Points !== 0 && t('expiry:points', { points: formatPoints(step.Points) }),
          step.Chunks > 1 && t('expiry:nightly.chunks', { number: step.Chunks }),
          range,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Muted>
    </li>
  )
}
