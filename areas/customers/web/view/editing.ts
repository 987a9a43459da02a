import { useSearchParams } from 'react-router'

/** The open dialog stands in the address, so that the counter and other areas can lead right into it. */
export function useEditing(what: 'profile' | 'referrer' = 'profile') {
  const [address, setAddress] = useSearchParams()
  const open = address.get('edit') === what
  const setOpen = (next: boolean) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now)
        if (next) changed.set('edit', what)
        else changed.delete('edit')
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return [open, setOpen] as const
}
