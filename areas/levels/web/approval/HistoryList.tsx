import { fetchCardCategoryNames } from '#areas/memberships/web/index.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatMoney } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import {
  approveLevelHistory,
  LevelAction,
  type LevelHistory,
  LevelReason,
  LevelStatus,
  listLevelHistories,
  rejectLevelHistory,
} from '../../contract/level-histories.ts'
import { levelApprovalPath, memberLevelsPath } from '../../paths.ts'
import { RequesterNote } from '../Requested.tsx'
import { TierChangeLabel } from '../Tiers.tsx'
import { createLevelDecisionActions } from './decisions.tsx'

/** A pending change opens in the queue, and any other change on the member's page. */
const linkOf = ({ Status, LevelHistoryId, MembershipNo }: LevelHistory) =>
  Status === 'Pending' ? levelApprovalPath({ id: LevelHistoryId }) : memberLevelsPath({ MembershipNo })

/** Lists all changes of level. Several pending changes can be decided at once. */
export function LevelChangesList() {
  const t = useT()
  const columns = useColumns()
  const bulk = useDecisions()
  return (
    <ResourceTable
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
      rowLink={linkOf}
      search={{
        MembershipNo: 'capitals',
        FullName: 'capitals',
        Action: LevelAction.options,
        Reason: LevelReason.options,
        Status: LevelStatus.options,
        OutletCode: 'outlet',
        RequestedFrom: { until: 'RequestedTo', label: 'levels:fields.RequestedAt' },
      }}
      bulk={bulk}
      actions={(row) => [
        { label: t('levels:review'), to: linkOf(row) },
        { label: t('levels:openMember'), to: memberLevelsPath({ MembershipNo: row.MembershipNo }) },
      ]}
      empty={(filters) =>
        Object.keys(filters).length > 0 ? undefined : { title: t('levels:emptyAll'), hint: t('levels:emptyHint') }
      }
    />
  )
}

function useColumns(): Column<LevelHistory>[] {
  const t = useT()
  return [
    {
      field: 'Name',
      title: 'levels:fields.Member',
      second: 'MembershipNo',
    },
    {
      field: 'ToCategory',
      title: 'levels:fields.Change',
      render: (row) => <TierChangeLabel from={row.FromCategory} to={row.ToCategory} />,
      file: { fields: ['Action', 'FromCategory', 'ToCategory'], words: fetchCardCategoryNames },
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
      render: (row) => <RequesterNote change={row} />,
      file: { fields: ['RequestedBy', 'RequestedAt'] },
    },
    'Status',
    'DecidedBy',
  ]
}

function useDecisions() {
  const t = useT()
  const { may } = useSession()
  if (!may('Approve Level')) return []
  return createLevelDecisionActions(t, {
    refuse: ({ MayDecideYN, OwnYN, Status }: LevelHistory) => {
      if (MayDecideYN === 'Y') return false
      if (Status !== 'Pending') return t('levels:decidedHint')
      return OwnYN === 'Y' ? t('levels:refusals.own_request') : t('levels:notAllowed')
    },
    approve: [
      approveLevelHistory,
      ({ LevelHistoryId }, reason) => ({ LevelHistoryId, DecisionRemark: reason || null }),
    ],
    reject: [rejectLevelHistory, ({ LevelHistoryId }, DecisionRemark) => ({ LevelHistoryId, DecisionRemark })],
  })
}
