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

type Act = 'receive' | 'transfer' | 'count' | 'level'

/** What can be done with the stock of a place: by head office everywhere, by staff of an outlet at their own. `node` belongs beside the list. */
export function useStockActs() {
  const t = useT()
  const { isHQ, user } = useSession()
  const [open, setOpen] = useState<{ act: Act; place: RewardInventory }>()
  const remove = useCall(deleteInventory, {
    headline: (place) => t('rewards:stock.ended', { place: placeOf(place) }),
    failed: 'rewards:stock.deleteFailed',
  })
  const placeOf = ({ OutletName, OutletCode }: RewardInventory) => OutletName ?? OutletCode ?? t('rewards:stock.pool')
  const of = (place: RewardInventory) => {
    if (!isHQ && place.BuildingId !== user.building?.id) return []
    const act = (name: Act, icon: React.ReactNode) => ({
      label: t(`rewards:stock.acts.${name}`),
      icon,
      run: () => setOpen({ act: name, place }),
    })
    const none = place.QtyAvailable === 0 && t('rewards:stock.nothingFree')
    return [
      { ...act('receive', <PackagePlusIcon aria-hidden />), obvious: true },
      { ...act('transfer', <ArrowLeftRightIcon aria-hidden />), disabled: none },
      act('count', <ClipboardCheckIcon aria-hidden />),
      act('level', <SlidersHorizontalIcon aria-hidden />),
      isHQ && {
        label: t('rewards:stock.acts.end'),
        icon: <Trash2Icon aria-hidden />,
        danger: true,
        disabled: place.QtyOnHand > 0 && t('rewards:refusals.inventory_not_empty', { QtyOnHand: place.QtyOnHand }),
        confirm: t('rewards:stock.endQuestion', { place: placeOf(place), name: place.RewardName }),
        run: () => remove.mutateAsync({ InventoryId: place.InventoryId }),
      },
    ]
  }
  const place = open?.place
  const dialog = (act: Act) => ({
    area: 'rewards' as const,
    open: open?.act === act,
    onClose: () => setOpen(undefined),
    title: t(`rewards:stock.acts.${act}`),
    submit: `rewards:stock.acts.${act}` as const,
    initial: place,
    note:
      place &&
      t('rewards:stock.now', {
        name: place.RewardName,
        place: placeOf(place),
        onHand: place.QtyOnHand,
        free: place.QtyAvailable,
      }),
    headline: () => (place ? t('rewards:stock.saved', { name: place.RewardName, place: placeOf(place) }) : ''),
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
