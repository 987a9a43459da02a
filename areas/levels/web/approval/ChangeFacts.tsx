import { Alert } from 'antd'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { deleteLevelHistory, LevelHistory } from '../../contract/level-histories.ts'
import { TierChangeLabel } from '../Tiers.tsx'

/** Shows the request for a change of level and its outcome. */
export function LevelChangeFacts({ change }: { change: LevelHistory }) {
  const t = useT()
  const { Status } = change
  return (
    <Stack>
      <p className="carat-record-name">
        <TierChangeLabel from={change.FromCategory} to={change.ToCategory} />
      </p>
      {change.LapsedAt && <Alert type="warning" showIcon title={t('levels:lapsed')} />}
      <RecordFacts
        area="levels"
        of={LevelHistory}
        record={change}
        fields={[
          'Status',
          'Reason',
          { field: 'RequestedBy', render: ({ RequestedBy }) => RequestedBy ?? t('levels:automatic') },
          'RequestedAt',
          { field: 'Remark', wide: true },
          'BasisAmount',
          'RequiredAmount',
          ...(Status === 'Pending' ? [] : (['DecidedBy', 'DecidedAt', 'DecisionRemark'] as const)),
          ...(Status === 'Approved' ? [{ field: 'EffectiveDate', as: 'date' } as const] : []),
        ]}
      />
    </Stack>
  )
}

type RemovalProps = { change: LevelHistory; onDone?: () => void }

/** Deletes the user's own request for a change of level, which only other users can decide. */
export function DeleteLevelRequest({ change: { LevelHistoryId, Name }, onDone }: RemovalProps) {
  const t = useT()
  const removal = useCall(deleteLevelHistory, {
    done: 'levels:deleted',
    failed: 'kit:deleteFailed',
    ...(onDone && { onDone }),
  })
  return (
    <ConfirmAction
      label={t('levels:delete')}
      title={t('levels:deleteQuestion', { name: Name })}
      run={() => removal.mutateAsync({ LevelHistoryId })}
    />
  )
}
