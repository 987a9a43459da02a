import { PackageOpenIcon, PencilIcon } from 'lucide-react'
import { useCustomFieldColumns, useCustomFieldFilters } from '#areas/custom-fields/web/index.ts'
import { call } from '#kit/web/call.ts'
import { formatPoints, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, TwoLineText } from '#kit/web/Layout.tsx'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { deleteReward, listRewards, type Reward, RewardStatus, RewardType, restoreReward } from '../contract/rewards.ts'
import { rewardEditPath, rewardPath } from '../paths.ts'
import { RewardThumbnail } from './Thumb.tsx'

/** Page of the reward catalogue with price, validity, outlets and stock. */
export function RewardsPage() {
  const t = useT()
  const { isHQ } = useSession()
  const history = useHistoryRowAction('rewards', 'Reward')
  const customColumns: readonly Column<Reward>[] = useCustomFieldColumns('Rewards') as never
  const customSearch = useCustomFieldFilters('Rewards')
  const remove = useCall(deleteReward, {
    headline: ({ Name }) => t('kit:headlines.deleted', { name: Name }),
    failed: 'rewards:deleteFailed',
    undo: ({ RewardId }) => call(restoreReward, { RewardId }),
  })
  return (
    <>
      <ResourceTable
        area="rewards"
        list={listRewards}
        label={t('rewards:screens.list')}
        failed="rewards:listFailed"
        rowKey="RewardId"
        columns={useColumns()}
        optional={[
          'BirthdayPointDeduct',
          'VoucherValue',
          'LowStockYN',
          'UnitCost',
          'CollectWithinDays',
          'UpdatedAt',
          ...customColumns,
        ]}
        rowLink={(reward) => (reward.Status === 'Deleted' ? undefined : rewardPath(reward))}
        rowName={({ Name }) => Name}
        search={{
          Name: 'text',
          Type: RewardType.options,
          Status: RewardStatus.options,
          OutletCode: 'outlet',
          Code: 'capitals',
          LowStockYN: 'yes-no',
          ...customSearch,
        }}
        views={[
          { label: 'rewards:views.active', filters: { Status: 'Active' } },
          { label: 'rewards:views.low', filters: { LowStockYN: 'Y' } },
          { label: 'rewards:views.draft', filters: { Status: 'Draft' } },
          { label: 'rewards:views.expired', filters: { Status: 'Expired' } },
        ]}
        actions={(reward) => [
          isHQ && { label: t('kit:verbs.edit'), icon: <PencilIcon aria-hidden />, to: rewardEditPath(reward) },
          {
            label: t('rewards:stock.title'),
            icon: <PackageOpenIcon aria-hidden />,
            to: rewardPath({ RewardId: reward.RewardId, tab: 'stock' }),
          },
          history.of(reward.RewardId, reward.Name),
          isHQ && {
            label: t('kit:verbs.delete'),
            danger: true,
            confirm: t('rewards:deleteQuestion', { name: reward.Name }),
            run: () => remove.mutateAsync({ RewardId: reward.RewardId }),
          },
        ]}
        empty={{ title: t('rewards:empty'), hint: t('rewards:emptyHint') }}
      />
      {history.node}
    </>
  )
}

function useColumns(): Column<Reward>[] {
  const t = useT()
  return [
    {
      field: 'Name',
      width: 250,
      render: ({ Name, Code, ImageUrl }) => (
        <Row tight>
          <RewardThumbnail url={ImageUrl} />
          <TwoLineText second={Code}>
            <bdi>{Name}</bdi>
          </TwoLineText>
        </Row>
      ),
      mark: ({ ImageUrl }) => <RewardThumbnail url={ImageUrl} />,
      phone: ({ Name, Code }) => (
        <TwoLineText second={Code}>
          <bdi>{Name}</bdi>
        </TwoLineText>
      ),
      file: { fields: ['Name', 'Code'] },
    },
    'Type',
    {
      field: 'PointDeduct',
      figure: true,
      render: ({ PointDeduct, BirthdayPointDeduct }) =>
        BirthdayPointDeduct === null ? (
          PointDeduct > 0 ? (
            formatPoints(PointDeduct)
          ) : (
            <span aria-hidden>–</span>
          )
        ) : (
          <TwoLineText second={t('rewards:birthdayPrice', { points: formatPoints(BirthdayPointDeduct) })}>
            {formatPoints(PointDeduct)}
          </TwoLineText>
        ),
      phone: ({ PointDeduct }) => (PointDeduct > 0 ? formatPoints(PointDeduct) : null),
      file: { fields: ['PointDeduct', 'BirthdayPointDeduct'] },
    },
    { field: 'ValidFrom', wideOnly: true },
    'ValidTo',
    {
      field: 'OutletCodes',
      render: ({ OutletCodes }) =>
        OutletCodes.length > 0 ? (
          <bdi>{OutletCodes.join(listSeparator())}</bdi>
        ) : (
          <Muted>{t('rewards:allOutlets')}</Muted>
        ),
      wideOnly: true,
    },
    {
      field: 'StockAvailable',
      figure: true,
      render: ({ StockAvailable, LowStockYN }) =>
        StockAvailable === null ? (
          <Muted>{t('rewards:stock.unlimited')}</Muted>
        ) : LowStockYN === 'Y' ? (
          <TwoLineText second={<StatusTag quiet status="Low" area="rewards" field="Stock" like="Warning" />}>
            {formatPoints(StockAvailable)}
          </TwoLineText>
        ) : (
          formatPoints(StockAvailable)
        ),
      file: { fields: ['StockAvailable', 'LowStockYN'] },
    },
    {
      field: 'Given',
      figure: true,
      render: ({ Given, TotalLimit }) =>
        TotalLimit === null
          ? formatPoints(Given)
          : t('rewards:givenOf', { given: formatPoints(Given), limit: formatPoints(TotalLimit) }),
      phone: null,
      file: { fields: ['Given', 'TotalLimit'] },
    },
    'Status',
  ]
}
