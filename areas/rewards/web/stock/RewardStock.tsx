import { Button } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatSigned } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import {
  addInventory,
  listInventories,
  listMovements,
  MovementType,
  type RewardMovement,
} from '../../contract/inventory.ts'
import type { RewardDetail } from '../../contract/rewards.ts'
import { useInventoryColumns } from './useInventoryColumns.tsx'
import { useStockActions } from './useStockActions.tsx'

/** Shows the stock of a reward by location, and its movements. */
export function RewardStockList({ reward: { RewardId, Name } }: { reward: RewardDetail }) {
  const t = useT()
  const { isHQ } = useSession()
  const [adding, setAdding] = useState(false)
  const actions = useStockActions()
  return (
    <Stack>
      <PageSection
        title={t('rewards:stock.places')}
        hint={t('rewards:stock.placesHint')}
        extra={
          isHQ && (
            <Button icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
              {t('rewards:stock.addPlace')}
            </Button>
          )
        }
      >
        <ResourceTable
          area="rewards"
          name="places"
          list={listInventories}
          input={{ Search: { RewardId }, SortOption: 'OutletCode' }}
          label={t('rewards:stock.places')}
          rowKey="InventoryId"
          columns={useInventoryColumns()}
          rowName={({ OutletCode }) => OutletCode ?? t('rewards:stock.pool')}
          actions={actions.of}
          empty={{ title: t('rewards:stock.empty'), hint: t('rewards:stock.emptyHint') }}
        />
      </PageSection>
      <PageSection title={t('rewards:stock.movements')} hint={t('rewards:stock.movementsHint')}>
        <ResourceTable
          area="rewards"
          name="moves"
          list={listMovements}
          input={{ Search: { RewardId } }}
          label={t('rewards:stock.movements')}
          rowKey="MovementId"
          columns={useMovementColumns()}
          search={{
            OutletCode: 'outlet',
            MovementType: MovementType.options,
            MovedFrom: { until: 'MovedTo', label: 'rewards:fields.MovedAt' },
            ReferenceCode: 'capitals',
          }}
          empty={{ title: t('rewards:stock.noMovements') }}
        />
      </PageSection>
      {actions.node}
      <FormDialog
        area="rewards"
        title={t('rewards:stock.addPlace')}
        open={adding}
        onClose={() => setAdding(false)}
        call={addInventory}
        fixed={{ RewardId }}
        fields={[
          { name: 'OutletCode', choices: 'outlet', help: 'rewards:stock.toPool' },
          'QtyOnHand',
          { name: 'ReorderLevel', help: 'rewards:help.ReorderLevel' },
        ]}
        headline={({ OutletName }) =>
          t('rewards:stock.saved', { name: Name, place: OutletName ?? t('rewards:stock.pool') })
        }
        failed="rewards:updateFailed"
      />
    </Stack>
  )
}

function useMovementColumns(): Column<RewardMovement>[] {
  const t = useT()
  const change = (field: 'OnHand' | 'Reserved' | 'Issued'): Column<RewardMovement> => ({
    field,
    figure: true,
    render: (row) => (row[field] === 0 ? <span aria-hidden>–</span> : formatSigned(row[field])),
    file: { fields: [field] },
  })
  return [
    'MovedAt',
    'MovementType',
    {
      field: 'OutletCode',
      render: ({ OutletCode, OtherOutletCode, MovementType, OnHand }) => {
        const location = OutletCode ?? t('rewards:stock.pool')
        if (MovementType !== 'Transfer') return location
        const otherLocation = OtherOutletCode ?? t('rewards:stock.pool')
        return t(OnHand < 0 ? 'rewards:stock.movedTo' : 'rewards:stock.movedFrom', {
          here: location,
          there: otherLocation,
        })
      },
      file: { fields: ['OutletCode', 'OtherOutletCode'] },
    },
    change('OnHand'),
    change('Reserved'),
    change('Issued'),
    { field: 'ReferenceCode', wideOnly: true },
    'Reason',
    { field: 'MovedBy', as: 'person' },
  ]
}
