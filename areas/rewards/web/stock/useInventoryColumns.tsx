import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { TwoLineText } from '#kit/web/Layout.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import type { RewardInventory } from '../../contract/inventory.ts'

/** Returns the columns of an inventory: location, quantities and reorder level. */
export function useInventoryColumns(): Column<RewardInventory>[] {
  const t = useT()
  return [
    {
      field: 'OutletName',
      render: ({ OutletName, OutletCode }) =>
        OutletCode === null ? (
          t('rewards:stock.pool')
        ) : (
          <TwoLineText second={OutletCode}>
            <bdi>{OutletName}</bdi>
          </TwoLineText>
        ),
      file: { fields: ['OutletCode', 'OutletName'] },
    },
    'QtyOnHand',
    'QtyReserved',
    {
      field: 'QtyAvailable',
      figure: true,
      render: ({ QtyAvailable, LowYN }) =>
        LowYN === 'Y' ? (
          <TwoLineText second={<StatusTag quiet status="Low" area="rewards" field="Stock" like="Warning" />}>
            {formatPoints(QtyAvailable)}
          </TwoLineText>
        ) : (
          formatPoints(QtyAvailable)
        ),
      file: { fields: ['QtyAvailable', 'LowYN'] },
    },
    'QtyIssued',
    'ReorderLevel',
  ]
}
