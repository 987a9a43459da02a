import { useEffect } from 'react'
import { readFromDevice, storeOnDevice } from '#kit/public/draft.ts'
import { useRead } from '#kit/public/useRead.ts'
import { CallError } from '#kit/web/call.ts'
import { getOwnCard, type OwnCard } from '../../contract.ts'

const CARD = 'card'

/** Returns the member card; without a network the stored copy with the time of its data. */
export function useOwnCard() {
  const read = useRead(getOwnCard, {})
  const { data, error } = read
  useEffect(() => {
    if (data) storeOnDevice(CARD, data, data.KeepUntil)
  }, [data])
  const isAway = error instanceof CallError && error.statusCode === 0
  const storedCard = data ? undefined : readFromDevice<OwnCard>(CARD)
  // The stored copy of the card is used only if the server cannot be reached.
  return {
    ...read,
    data: data ?? (isAway || !navigator.onLine ? storedCard : undefined),
    asOf: data ? undefined : storedCard?.AsOf,
  }
}
