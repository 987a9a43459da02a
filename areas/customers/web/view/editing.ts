import { useSearchParams } from 'react-router'

/** The URL names the open dialog, so that the counter and other areas can link to it. */
export function useEditDialog(dialog: 'profile' | 'referrer' = 'profile') {
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
