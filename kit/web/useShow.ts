import { useSearchParams } from 'react-router'

/** The visible part of a page, stored in the URL; the first one is the default. */
export function useShow<Show extends string>(shows: readonly [Show, ...Show[]]) {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('show') as Show
  const show = shows.includes(requested) ? requested : shows[0]
  // Drops the other parameters: filters and page of one list do not apply to the other.
  const setShow = (next: Show) => setAddress(next === shows[0] ? {} : { show: next }, { replace: true })
  return [show, setShow] as const
}
