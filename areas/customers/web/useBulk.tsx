import { CircleCheckIcon, CirclePauseIcon, MergeIcon, Trash2Icon } from 'lucide-react'
import { mergeAddPath } from '#areas/merges/paths.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { BulkAction, BulkLink } from '#kit/web/table/bulk.ts'
import {
  type CustomerView,
  deleteCustomer,
  type ListedCustomer,
  restoreCustomer,
  staffSettableStatuses,
  updateCustomerStatus,
} from '../contract/customers.ts'
import { useContributedCustomerBulkActions } from './useBulkActions.tsx'

type Move = (typeof staffSettableStatuses)[number]
const isMove = (status: string): status is Move => (staffSettableStatuses as readonly string[]).includes(status)

/** Returns the actions on the ticked customers of a list. */
export function useCustomerBulkActions(): (BulkAction<ListedCustomer> | BulkLink<ListedCustomer> | false)[] {
  const t = useT()
  const { has, may } = useSession()
  const many = useContributedCustomerBulkActions<ListedCustomer>()
  const changes = has(['Customer', 'Update Member Listing'])
  const reason = { label: t('customers:fields.Reason'), maxLength: 300, required: true }
  const setStatus = (row: ListedCustomer, Version: number, Status: Move, Reason: string) =>
    call(updateCustomerStatus, { CustomerId: row.CustomerId, Version, Status, Reason })
  const moveTo = (Status: Move, label: string, icon: React.ReactNode): BulkAction<ListedCustomer> => ({
    label,
    icon,
    reason,
    refuse: (row) => row.Status === Status && t('kit:record.already'),
    each: (row, why) => setStatus(row, row.Version, Status, why),
    undo: async (row, reply) => {
      const { Version } = reply as CustomerView
      if (isMove(row.Status)) await setStatus(row, Version, row.Status, t('kit:undo.undo'))
    },
  })
  return [
    changes && moveTo('Active', t('kit:verbs.activate'), <CircleCheckIcon aria-hidden />),
    changes && moveTo('Suspended', t('kit:verbs.suspend'), <CirclePauseIcon aria-hidden />),
    has('Customer') &&
      may('Merge Members') && {
        label: t('merges:screens.add'),
        icon: <MergeIcon aria-hidden />,
        ...{ least: 2, most: 2 },
        otherwise: t('customers:list.two'),
        to: ([survivor, merged]) => mergeAddPath({ Survivor: survivor!.CustomerId, Merged: merged!.CustomerId }),
      },
    ...many,
    has('Customer') && {
      label: t('kit:verbs.delete'),
      icon: <Trash2Icon aria-hidden />,
      danger: true,
      effect: t('customers:view.deleteEffect'),
      each: ({ CustomerId }) => call(deleteCustomer, { CustomerId }),
      undo: ({ CustomerId }) => call(restoreCustomer, { CustomerId }),
    },
  ]
}
