import { useEffect } from 'react'
import { keepOnPhone, keptOnPhone } from '#kit/public/draft.ts'
import { useRead } from '#kit/public/useRead.ts'
import { CallError } from '#kit/web/call.ts'
import { getOwnCard, type OwnCard } from '../../contract.ts'

const CARD = 'card'

/** The card, from the phone itself where there is no network: as it was when it was last seen, and that is said. */
export function useOwnCard() {
  const read = useRead(getOwnCard, {})
  const { data, error } = read
  useEffect(() => {
    if (data) keepOnPhone(CARD, data, data.KeepUntil)
  }, [data])
  const isAway = error instanceof CallError && error.statusCode === 0
  const kept = data ? undefined : keptOnPhone<OwnCard>(CARD)
  // Who is signed in here is asked first; only where nobody answers, what was kept is shown.
  return {
    ...read,
    data: data ?? (isAway || !navigator.onLine ? kept : undefined),
    asOf: data ? undefined : kept?.AsOf,
  }
}
