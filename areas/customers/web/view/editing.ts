import { useSearchParams } from 'react-router'
import type { CustomerView } from '../../contract/customers.ts'

/** The edit dialog stands in the address, so that the counter can lead right into it. */
export function useEditing() {
  const [address, setAddress] = useSearchParams()
  const open = address.get('edit') === 'profile'
  const setOpen = (next: boolean) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now)
        if (next) changed.set('edit', 'profile')
        else changed.delete('edit')
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return [open, setOpen] as const
}

/** Merged and deleted records are history, and archived ones have to be brought back first. */
export const isEditable = ({ Status }: Pick<CustomerView, 'Status'>) =>
  Status !== 'Deleted' && Status !== 'Merged' && Status !== 'Archived'

/** The membership that sales and points go to: the first one that is alive. */
export const mainMembership = ({ Memberships }: Pick<CustomerView, 'Memberships'>) =>
  Memberships.find(({ Status }) => Status === 'Active') ??
  Memberships.find(({ Status }) => Status !== 'Deleted' && Status !== 'Merged')
