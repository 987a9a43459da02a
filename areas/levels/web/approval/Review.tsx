import { Alert } from 'antd'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { type Fact, Facts, RecordFacts } from '#kit/web/Facts.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Decision } from '#kit/web/table/Decision.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  approveLevelHistory,
  deleteLevelHistory,
  getLevelHistory,
  LevelHistory,
  listLevelHistories,
  rejectLevelHistory,
} from '../../contract/level-histories.ts'
import { getLevelStanding } from '../../contract/standing.ts'
import { Move } from '../Tiers.tsx'

const refetch = [listLevelHistories, getLevelHistory, getLevelStanding]

type Props = { change: LevelHistory; onDecided?: () => void }

/** What was asked for, what the member spends now, and the decision: A approves, R rejects. */
export function Review({ change, onDecided }: Props) {
  const t = useT()
  const { LevelHistoryId, Name, MayDecideYN, OwnYN, Status } = change
  const approving = useCall(approveLevelHistory, {
    done: 'levels:approved',
    failed: 'levels:failed',
    refetch,
    ...(onDecided && { onDone: onDecided }),
  })
  const rejection = useCall(rejectLevelHistory, {
    done: 'levels:rejected',
    failed: 'levels:failed',
    refetch,
    ...(onDecided && { onDone: onDecided }),
  })
  return (
    <>
      <p className="levels-headline">
        <Move from={change.FromCategory} to={change.ToCategory} />
      </p>
      <RecordFacts
        area="levels"
        of={LevelHistory}
        record={change}
        fields={[
          'Status',
          'Reason',
          { field: 'MembershipNo', copy: true },
          'RegisteredOutletCode',
          { field: 'RequestedBy', render: ({ RequestedBy }) => RequestedBy ?? t('levels:automatic') },
          'RequestedAt',
          { field: 'Remark', wide: true },
          ...(Status === 'Pending' ? [] : (['DecidedBy', 'DecidedAt', 'DecisionRemark'] as const)),
          ...(Status === 'Approved' ? [{ field: 'EffectiveDate', as: 'date' } as const] : []),
        ]}
      />
      {change.LapsedAt && <Alert className="levels-note" type="warning" showIcon title={t('levels:lapsed')} />}
      <Spending change={change} />
      {OwnYN === 'Y' && Status === 'Pending' && (
        <>
          <Alert className="levels-note" type="info" showIcon title={t('levels:refusals.own_request')} />
          <Removal change={change} {...(onDecided && { onDone: onDecided })} />
        </>
      )}
      {MayDecideYN === 'Y' && (
        <Decision
          approve={{ run: () => approving.mutate({ LevelHistoryId }), pending: approving.isPending }}
          reject={{
            run: (DecisionRemark) => rejection.mutateAsync({ LevelHistoryId, DecisionRemark }),
            pending: rejection.isPending,
            title: t('levels:rejectQuestion', { name: Name }),
            body: change.Reason === 'Cycle review' ? t('levels:rejectReview') : undefined,
          }}
        />
      )}
    </>
  )
}

/** What was spent when it was asked for, and what it is by now. */
function Spending({ change }: { change: LevelHistory }) {
  const t = useT()
  const { BasisAmount, RequiredAmount, BasisFrom, BasisTo, BasisInvoiceNo, MembershipNo, Status } = change
  const { data } = useRead(getLevelStanding, { MembershipNo }, { enabled: Status === 'Pending' })
  const span = BasisFrom && BasisTo && t('levels:span', { from: formatDate(BasisFrom), to: formatDate(BasisTo) })
  const money = (label: string, amount: string | null | undefined): Fact | false =>
    amount === null || amount === undefined ? false : { label, value: <MoneyText amount={amount} currency /> }
  const items: readonly (Fact | false)[] = [
    money(t('levels:fields.BasisAmount'), BasisAmount),
    money(t('levels:fields.RequiredAmount'), RequiredAmount),
    BasisInvoiceNo ? { label: t('levels:fields.BasisInvoiceNo'), value: BasisInvoiceNo } : false,
    span ? { label: t('levels:fields.Span'), value: span } : false,
    money(t('levels:fields.SpendNow'), data?.Spend),
    data?.CycleEnd ? { label: t('levels:fields.CycleEnd'), value: formatDate(data.CycleEnd) } : false,
  ]
  if (!items.some(Boolean)) return null
  return (
    <section aria-label={t('levels:fields.Spending')}>
      <h3 className="levels-part">{t('levels:fields.Spending')}</h3>
      <Facts items={items} />
    </section>
  )
}

/** Your own request: others decide it, but you may take it away. */
export function Removal({ change, onDone }: { change: LevelHistory; onDone?: () => void }) {
  const t = useT()
  const removal = useCall(deleteLevelHistory, {
    done: 'levels:deleted',
    failed: 'kit:deleteFailed',
    refetch,
    ...(onDone && { onDone }),
  })
  return (
    <div className="levels-own">
      <ConfirmAction
        label={t('levels:delete')}
        title={t('levels:deleteQuestion', { name: change.Name })}
        run={() => removal.mutateAsync({ LevelHistoryId: change.LevelHistoryId })}
      />
    </div>
  )
}
