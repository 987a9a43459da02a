import { Alert } from 'antd'
import { lazy } from 'react'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { listNightlyRuns, type NightlyRun, runNightlyBatchNow } from '../../contract/nightly.ts'
import { DurationText } from './Duration.tsx'
import { NightlyRunStatus } from './NightlyStatus.tsx'

const NightlySteps = lazy(async () => ({ default: (await import('./NightlySteps.tsx')).NightlyRunSteps }))

const REFETCH_MS = 10_000

const columns: Column<NightlyRun>[] = [
  { field: 'BusinessDate', title: 'expiry:fields.NightlyOf' },
  'StartedAt',
  {
    field: 'Milliseconds',
    title: 'expiry:fields.Duration',
    render: (row) => <DurationText milliseconds={row.Milliseconds} />,
  },
  'Done',
  'Points',
  { field: 'Status', render: (row) => <NightlyRunStatus nightlyRun={row} />, file: { fields: ['Status', 'Failure'] } },
]

/** The page with the nightly runs, their steps and errors, and a button that starts the batch. */
export function NightlyRunsPage() {
  const t = useT()
  const { isHQ } = useSession()
  const run = useCall(runNightlyBatchNow, {
    done: 'expiry:nightly.started',
    failed: 'expiry:nightly.startFailed',
  })
  if (!isHQ) return <ForbiddenState />
  return (
    <ResourceTable
      area="expiry"
      list={listNightlyRuns}
      label={t('expiry:nightly.list')}
      rowKey="NightlyRunId"
      columns={columns}
      optional={['EndedAt', 'Failure']}
      rowName={(row) => formatInstant(row.StartedAt)}
      refetchInterval={REFETCH_MS}
      preview={(row) => <NightlySteps nightlyRun={row} />}
      toolbar={
        <ConfirmAction
          label={t('expiry:nightly.runNow')}
          title={t('expiry:nightly.runQuestion')}
          body={<Alert type="info" title={t('expiry:nightly.runEffect')} />}
          ok={t('expiry:nightly.runNow')}
          run={() => run.mutateAsync({})}
        />
      }
      search={{
        Status: statusOptions,
        DateFrom: { until: 'DateTo', label: 'expiry:fields.NightlyOf' },
      }}
      actions={(row) => [
        {
          label: t('kit:verbs.runAgain'),
          disabled: row.Status === 'Running' && t('expiry:nightly.running'),
          confirm: { title: t('expiry:nightly.runQuestion'), body: t('expiry:nightly.runEffect') },
          run: () => run.mutateAsync({}),
        },
      ]}
      empty={() => ({ title: t('expiry:nightly.none'), hint: t('expiry:nightly.noneHint') })}
    />
  )
}

const statusOptions = ['Running', 'Done', 'Broken off', 'Failed'] as const
