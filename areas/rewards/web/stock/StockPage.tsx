import { useT } from '#kit/web/i18n.ts'
import { TwoLineText } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { listInventories, type RewardInventory } from '../../contract/inventory.ts'
import { rewardPath } from '../../paths.ts'
import { useInventoryColumns } from './useInventoryColumns.tsx'
import { useStockActions } from './useStockActions.tsx'

/** Page with the stock of all rewards by location; at first only low stock is listed. */
export function RewardStockPage() {
  const t = useT()
  const actions = useStockActions()
  const reward: Column<RewardInventory> = {
    field: 'RewardName',
    render: ({ RewardName, RewardCode }) => (
      <TwoLineText second={RewardCode}>
        <bdi>{RewardName}</bdi>
      </TwoLineText>
    ),
    file: { fields: ['RewardName', 'RewardCode'] },
  }
  return (
    <>
      <ResourceTable
        area="rewards"
        list={listInventories}
        label={t('rewards:screens.stock')}
        rowKey="InventoryId"
        columns={[reward, ...useInventoryColumns()]}
        rowLink={({ RewardId }) => rewardPath({ RewardId, tab: 'stock' })}
        rowName={({ RewardName, OutletCode }) => `${RewardName} ${OutletCode ?? t('rewards:stock.pool')}`}
        search={{ Name: 'text', OutletCode: 'outlet', LowYN: 'yes-no', RewardCode: 'capitals' }}
        views={[{ label: 'rewards:views.low', filters: { LowYN: 'Y' } }]}
        opens={{ LowYN: 'Y' }}
        actions={actions.of}
        empty={(filters) =>
          filters.LowYN === 'Y'
            ? { title: t('rewards:stock.noneLow'), hint: t('rewards:stock.noneLowHint') }
            : { title: t('rewards:stock.empty'), hint: t('rewards:stock.emptyHint') }
        }
      />
      {actions.node}
    </>
  )
}
