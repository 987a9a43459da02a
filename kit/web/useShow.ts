import { useSearchParams } from 'react-router'

/** Which part of a page is shown, kept in the address; the first one needs no word there. */
export function useShow<Show extends string>(shows: readonly [Show, ...Show[]]) {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('show') as Show
  const show = shows.includes(requested) ? requested : shows[0]
  // Filters and page of the one list mean nothing in the other.
  const setShow = (next: Show) => setAddress(next === shows[0] ? {} : { show: next }, { replace: true })
  return [show, setShow] as const
}
