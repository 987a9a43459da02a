import { useSearchParams } from 'react-router'

/** The state of a dialog that the URL parameter `edit` opens, so that other pages can link to the dialog. */
export function useEditDialogInUrl(dialog: 'profile' | 'referrer' = 'profile') {
  const [address, setAddress] = useSearchParams()
  const open = address.get('edit') === dialog
  const setOpen = (next: boolean) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now)
        if (next) changed.set('edit', dialog)
        else changed.delete('edit')
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return [open, setOpen] as const
}
