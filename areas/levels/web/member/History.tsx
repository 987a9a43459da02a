import { fetchCardCategoryNames } from '#areas/memberships/web/index.ts'
import { formatInstant, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { type LevelHistory, listLevelHistories } from '../../contract/level-histories.ts'
import { LevelChangeFacts } from '../approval/ChangeFacts.tsx'
import { RequesterNote } from '../Requested.tsx'
import { TierChangeLabel } from '../Tiers.tsx'

/** Lists all changes of level of a member, with requester and approver. */
export function LevelChangeHistory({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const columns: Column<LevelHistory>[] = [
    {
      field: 'ToCategory',
      title: 'levels:fields.Change',
      render: (row) => <TierChangeLabel from={row.FromCategory} to={row.ToCategory} />,
      file: { fields: ['Action', 'FromCategory', 'ToCategory'], words: fetchCardCategoryNames },
    },
    'Reason',
    {
      field: 'Status',
      render: ({ Status, EffectiveDate, LapsedAt }) => (
        <>
          <StatusTag area="levels" status={Status} />
          {Status === 'Approved' && EffectiveDate && (
            <Muted as="div">
              {LapsedAt ? t('levels:lapsedShort') : t('levels:from', { date: formatShortDate(EffectiveDate) })}
            </Muted>
          )}
        </>
      ),
      file: { fields: ['Status', 'EffectiveDate', 'LapsedAt'] },
    },
    {
      field: 'RequestedAt',
      render: (row) => <RequesterNote change={row} />,
      file: { fields: ['RequestedBy', 'RequestedAt'] },
    },
    'DecidedBy',
  ]
  return (
    <PageSection title={t('levels:history')}>
      <ResourceTable
        area="levels"
        list={listLevelHistories}
        label={t('levels:history')}
        name="history"
        rowKey="LevelHistoryId"
        rowName={({ RequestedAt }) => t('levels:changeOf', { time: formatInstant(RequestedAt) })}
        preview={(change) => <LevelChangeFacts change={change} />}
        columns={columns}
        optional={[
          'BasisAmount',
          'RequiredAmount',
          'BasisInvoiceNo',
          'Remark',
          'DecisionRemark',
          'DecidedAt',
          { field: 'CycleEnd', as: 'date' },
        ]}
        input={{ Search: { MembershipNo } }}
        empty={() => ({ title: t('levels:noHistory'), hint: t('levels:noHistoryHint') })}
      />
    </PageSection>
  )
}
