import { useEffect, useEffectEvent } from 'react'
import { isNotFoundError } from '#kit/web/call.ts'
import { notify } from '#kit/web/notify.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { findPostcode, MALAYSIAN_POSTCODE_PATTERN } from '../contract/addresses.ts'

const POSTCODES_STALE_MS = 60 * 60_000

/** Fills in city and state when a Malaysian postcode is entered; the user can correct both afterwards. */
export function usePostcode(typed: string, onFound: (place: { City: string; State: string }) => void) {
  const Postcode = typed.trim()
  const { data, error } = useRead(
    findPostcode,
    { Postcode },
    { enabled: MALAYSIAN_POSTCODE_PATTERN.test(Postcode), staleTime: POSTCODES_STALE_MS, retry: false },
  )
  const notifyFound = useEffectEvent(onFound)
  useEffect(() => {
    if (data) notifyFound({ City: data.City, State: data.State })
  }, [data])
  useEffect(() => {
    // An unknown postcode fills in neither city nor state.
    if (error && !isNotFoundError(error)) notify.error('customers:postcodeFailed', error)
  }, [error])
}
