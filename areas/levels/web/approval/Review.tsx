import { Alert } from 'antd'
import { type Fact, Facts, RecordFacts } from '#kit/web/Facts.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { type T, useT } from '#kit/web/i18n.ts'
import { Decision, Withdrawal } from '#kit/web/table/Decision.tsx'
import { useRead } from '#kit/web/useRead.ts'
import {
  approveLevelHistory,
  deleteLevelHistory,
  LevelHistory,
  rejectLevelHistory,
} from '../../contract/level-histories.ts'
import { getLevelStatus } from '../../contract/status.ts'
import { Move } from '../Tiers.tsx'

type Props = { change: LevelHistory; onDecided?: () => void }

/** What was asked for, what the member spends now, and the decision: A approves, R rejects. */
export function Review({ change, onDecided }: Props) {
  const t = useT()
  const { LevelHistoryId, Name, Status } = change
  return (
    <>
      <p className="carat-record-name carat-space-after">
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
      {change.LapsedAt && <Alert className="carat-space-before" type="warning" showIcon title={t('levels:lapsed')} />}
      <Spending change={change} />
      <Decision
        of={change}
        approve={{
          call: approveLevelHistory,
          input: { LevelHistoryId },
          done: 'levels:approved',
          failed: 'levels:failed',
        }}
        reject={{
          call: rejectLevelHistory,
          input: (DecisionRemark) => ({ LevelHistoryId, DecisionRemark }),
          title: t('levels:rejectQuestion', { name: Name }),
          body: change.Reason === 'Cycle review' ? t('levels:rejectReview') : undefined,
          done: 'levels:rejected',
          failed: 'levels:failed',
        }}
        withdraw={{ ...removalOf(t, change), hint: t('levels:refusals.own_request') }}
        onDone={onDecided}
      />
    </>
  )
}

/** What was spent when it was asked for, and what it is by now. */
function Spending({ change }: { change: LevelHistory }) {
  const t = useT()
  const { BasisAmount, RequiredAmount, BasisFrom, BasisTo, BasisInvoiceNo, MembershipNo, Status } = change
  const { data } = useRead(getLevelStatus, { MembershipNo }, { enabled: Status === 'Pending' })
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
      <h3 className="carat-part carat-space-before">{t('levels:fields.Spending')}</h3>
      <Facts items={items} />
    </section>
  )
}

const removalOf = (t: T, { LevelHistoryId, Name }: LevelHistory) =>
  ({
    call: deleteLevelHistory,
    input: { LevelHistoryId },
    label: t('levels:delete'),
    title: t('levels:deleteQuestion', { name: Name }),
    done: 'levels:deleted',
    failed: 'kit:deleteFailed',
  }) as const

/** Your own request: others decide it, but you may take it away. */
export const Removal = ({ change }: { change: LevelHistory }) => <Withdrawal {...removalOf(useT(), change)} />
