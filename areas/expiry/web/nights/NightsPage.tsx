import { Alert } from 'antd'
import { lazy } from 'react'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { listNights, type Night, runNightNow } from '../../contract/nights.ts'
import { Duration } from './Duration.tsx'
import { NightStatus } from './NightStatus.tsx'

const NightSteps = lazy(async () => ({ default: (await import('./NightSteps.tsx')).NightSteps }))

const EVERY_MS = 10_000

const columns: Column<Night>[] = [
  { field: 'BusinessDate', title: 'expiry:fields.NightOf' },
  'StartedAt',
  {
    field: 'Milliseconds',
    title: 'expiry:fields.Duration',
    render: (row) => <Duration milliseconds={row.Milliseconds} />,
  },
  'Done',
  'Points',
  { field: 'Status', render: (row) => <NightStatus night={row} />, file: { fields: ['Status', 'Failure'] } },
]

/** What the nights did, step by step; one that failed says why, and can be run again. */
export function NightsPage() {
  const t = useT()
  const { isHQ } = useSession()
  const run = useCall(runNightNow, {
    done: 'expiry:night.asked',
    failed: 'expiry:night.askFailed',
  })
  if (!isHQ) return <ForbiddenState />
  return (
    <ResourceTable
      area="expiry"
      list={listNights}
      label={t('expiry:night.list')}
      rowKey="NightRunId"
      columns={columns}
      optional={['EndedAt', 'Failure']}
      rowName={(row) => formatInstant(row.StartedAt)}
      refetchInterval={EVERY_MS}
      preview={(row) => <NightSteps night={row} />}
      toolbar={
        <ConfirmAction
          label={t('expiry:night.runNow')}
          title={t('expiry:night.runQuestion')}
          body={<Alert type="info" title={t('expiry:night.runEffect')} />}
          ok={t('expiry:night.runNow')}
          run={() => run.mutateAsync({})}
        />
      }
      search={{
        Status: listedStatuses,
        DateFrom: { until: 'DateTo', label: 'expiry:fields.NightOf' },
      }}
      searchClosed
      actions={(row) => [
        {
          label: t('kit:import.retry'),
          disabled: row.Status === 'Running' && t('expiry:night.running'),
          confirm: { title: t('expiry:night.runQuestion'), body: t('expiry:night.runEffect') },
          run: () => run.mutateAsync({}),
        },
      ]}
      empty={() => ({ title: t('expiry:night.none'), hint: t('expiry:night.noneHint') })}
    />
  )
}

const listedStatuses = ['Running', 'Done', 'Broken off', 'Failed'] as const
