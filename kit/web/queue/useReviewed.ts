import { useSearchParams } from 'react-router'

/** The id of the reviewed record, stored in the URL beside the list's own parameters. */
export function useReviewed(path: string) {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('id') ?? ''
  const withId = (from: URLSearchParams, id: number | undefined) => {
    const next = new URLSearchParams(from)
    if (id === undefined) next.delete('id')
    else next.set('id', String(id))
    return next
  }
  return {
    open: /^\d{1,15}$/.test(requested) ? Number(requested) : undefined,
    setOpen: (id: number | undefined) =>
      setAddress((now) => withId(now, id), { replace: true, preventScrollReset: true }),
    linkTo: (id: number) => `${path}?${withId(address, id)}`,
  }
}
