import type { ReactNode } from 'react'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatMoney } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import { decisionsOf } from '#kit/web/table/Decision.tsx'
import {
  approveLevelHistory,
  LevelAction,
  type LevelHistory,
  LevelReason,
  LevelStatus,
  listLevelHistories,
  rejectLevelHistory,
} from '../../contract/level-histories.ts'
import { memberLevelsPath } from '../../paths.ts'
import { Requested } from '../Requested.tsx'
import { Move, tierWords } from '../Tiers.tsx'

type Props = { show: 'waiting' | 'all'; toolbar: ReactNode; linkOf: (row: LevelHistory) => string }

/** Changes of level: those that wait, or all of them. */
export function HistoryList({ show, toolbar, linkOf }: Props) {
  const t = useT()
  const waiting = show === 'waiting'
  const columns = useColumns(waiting)
  const bulk = useDecisions()
  return (
    <ResourceTable
      key={show}
      area="levels"
      list={listLevelHistories}
      label={t('levels:screens.approval')}
      rowKey="LevelHistoryId"
      columns={columns}
      optional={[
        'MembershipNo',
        'Action',
        'RegisteredOutletCode',
        'Remark',
        'EffectiveDate',
        'DecidedAt',
        'DecisionRemark',
        'AppliedAt',
        'LapsedAt',
        'BasisInvoiceNo',
        { field: 'CycleEnd', as: 'date' },
      ]}
      rowName={({ Name }) => Name}
      rowLink={linkOf}
      input={waiting ? { Search: { Status: 'Pending' } } : {}}
      toolbar={toolbar}
      search={{
        MembershipNo: 'capitals',
        FullName: 'capitals',
        Action: LevelAction.options,
        Reason: LevelReason.options,
        ...(waiting ? {} : { Status: LevelStatus.options }),
        OutletCode: 'outlet',
        RequestedFrom: { until: 'RequestedTo', label: 'levels:fields.RequestedAt' },
      }}
      searchClosed
      bulk={bulk}
      actions={(row) => [
        { label: t('levels:review'), to: linkOf(row) },
        { label: t('levels:openMember'), to: memberLevelsPath({ MembershipNo: row.MembershipNo }) },
      ]}
      empty={(filters) =>
        Object.keys(filters).length > 0
          ? undefined
          : waiting
            ? { title: t('levels:empty'), hint: t('levels:emptyHint') }
            : { title: t('levels:emptyAll'), hint: t('levels:emptyHint') }
      }
    />
  )
}

function useColumns(waiting: boolean): Column<LevelHistory>[] {
  const t = useT()
  return [
    {
      field: 'Name',
      title: 'levels:fields.Member',
      render: ({ Name, MembershipNo }) => (
        <>
          {Name}
          <Muted as="div" className="carat-figure">
            {MembershipNo}
          </Muted>
        </>
      ),
      file: { fields: ['Name', 'MembershipNo'] },
    },
    {
      field: 'ToCategory',
      title: 'levels:fields.Change',
      render: (row) => <Move from={row.FromCategory} to={row.ToCategory} />,
      file: { fields: ['Action', 'FromCategory', 'ToCategory'], words: tierWords },
    },
    'Reason',
    {
      field: 'BasisAmount',
      title: 'levels:fields.Spending',
      render: ({ BasisAmount, RequiredAmount }) => (
        <>
          <MoneyText amount={BasisAmount} />
          {RequiredAmount && <Muted as="div">{t('levels:ofRequired', { amount: formatMoney(RequiredAmount) })}</Muted>}
        </>
      ),
      file: { fields: ['BasisAmount', 'RequiredAmount'] },
    },
    {
      field: 'RequestedAt',
      render: (row) => <Requested change={row} />,
      file: { fields: ['RequestedBy', 'RequestedAt'] },
    },
    ...(waiting ? (['RegisteredOutletCode'] as const) : (['Status', 'DecidedBy'] as const)),
  ]
}

function useDecisions() {
  const t = useT()
  const { may } = useSession()
  if (!may('Approve Level')) return []
  return decisionsOf(t, {
    refuse: ({ MayDecideYN, OwnYN, Status }: LevelHistory) => {
      if (MayDecideYN === 'Y') return false
      if (Status !== 'Pending') return t('levels:decidedHint')
      return OwnYN === 'Y' ? t('levels:refusals.own_request') : t('levels:notAllowed')
    },
    approve: [approveLevelHistory, ({ LevelHistoryId }) => ({ LevelHistoryId })],
    reject: [rejectLevelHistory, ({ LevelHistoryId }, DecisionRemark) => ({ LevelHistoryId, DecisionRemark })],
  })
}
