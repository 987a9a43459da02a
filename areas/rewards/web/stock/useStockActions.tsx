import {
  ArrowLeftRightIcon,
  ClipboardCheckIcon,
  PackagePlusIcon,
  SlidersHorizontalIcon,
  Trash2Icon,
} from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import {
  countStock,
  deleteInventory,
  type RewardInventory,
  receiveStock,
  transferStock,
  updateInventory,
} from '../../contract/inventory.ts'

type Action = 'receive' | 'transfer' | 'count' | 'level'

/**
 * Returns row actions of an inventory: for head office at all outlets, for others at their own.
 * The list must render `node`, which contains the dialogs.
 */
export function useStockActions() {
  const t = useT()
  const { isHQ, user } = useSession()
  const [open, setOpen] = useState<{ action: Action; inventory: RewardInventory }>()
  const remove = useCall(deleteInventory, {
    headline: (inventory) => t('rewards:stock.ended', { place: locationOf(inventory) }),
    failed: 'rewards:stock.deleteFailed',
  })
  const locationOf = ({ OutletName, OutletCode }: RewardInventory) =>
    OutletName ?? OutletCode ?? t('rewards:stock.pool')
  const of = (inventory: RewardInventory) => {
    if (!isHQ && inventory.BuildingId !== user.building?.id) return []
    const action = (name: Action, icon: React.ReactNode) => ({
      label: t(`rewards:stock.acts.${name}`),
      icon,
      run: () => setOpen({ action: name, inventory }),
    })
    const nothingAvailable = inventory.QtyAvailable === 0 && t('rewards:stock.nothingFree')
    return [
      { ...action('receive', <PackagePlusIcon aria-hidden />), obvious: true },
      { ...action('transfer', <ArrowLeftRightIcon aria-hidden />), disabled: nothingAvailable },
      action('count', <ClipboardCheckIcon aria-hidden />),
      action('level', <SlidersHorizontalIcon aria-hidden />),
      isHQ && {
        label: t('rewards:stock.acts.end'),
        icon: <Trash2Icon aria-hidden />,
        danger: true,
        disabled:
          inventory.QtyOnHand > 0 && t('rewards:refusals.inventory_not_empty', { QtyOnHand: inventory.QtyOnHand }),
        confirm: t('rewards:stock.endQuestion', { place: locationOf(inventory), name: inventory.RewardName }),
        run: () => remove.mutateAsync({ InventoryId: inventory.InventoryId }),
      },
    ]
  }
  const inventory = open?.inventory
  const dialog = (action: Action) => ({
    area: 'rewards' as const,
    open: open?.action === action,
    onClose: () => setOpen(undefined),
    title: t(`rewards:stock.acts.${action}`),
    submit: `rewards:stock.acts.${action}` as const,
    initial: inventory,
    note:
      inventory &&
      t('rewards:stock.now', {
        name: inventory.RewardName,
        place: locationOf(inventory),
        onHand: inventory.QtyOnHand,
        free: inventory.QtyAvailable,
      }),
    headline: () =>
      inventory ? t('rewards:stock.saved', { name: inventory.RewardName, place: locationOf(inventory) }) : '',
    failed: 'rewards:updateFailed' as const,
  })
  const node = (
    <>
      <FormDialog {...dialog('receive')} call={receiveStock} fields={['Quantity', 'Reason']} />
      <FormDialog
        {...dialog('transfer')}
        call={transferStock}
        fields={[{ name: 'ToOutletCode', choices: 'outlet', help: 'rewards:stock.toPool' }, 'Quantity', 'Reason']}
      />
      <FormDialog
        {...dialog('count')}
        call={countStock}
        fields={[{ name: 'Counted', help: 'rewards:stock.countHelp' }, 'Reason']}
      />
      <FormDialog
        {...dialog('level')}
        call={updateInventory}
        fields={[{ name: 'ReorderLevel', help: 'rewards:help.ReorderLevel' }]}
      />
    </>
  )
  return { of, node }
}
