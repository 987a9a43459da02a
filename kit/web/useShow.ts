import { useSearchParams } from 'react-router'

/** Stores the visible part of a page in the URL; the first part is the default. */
export function useVisiblePart<Show extends string>(shows: readonly [Show, ...Show[]]) {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('show') as Show
  const show = shows.includes(requested) ? requested : shows[0]
  // All other parameters of the URL are dropped, because filters and page of one list do not apply to another list.
  const setShow = (next: Show) => setAddress(next === shows[0] ? {} : { show: next }, { replace: true })
  return [show, setShow] as const
}
