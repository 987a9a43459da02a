import { useEffect, useEffectEvent } from 'react'
import { isMissing } from '#kit/web/call.ts'
import { notify } from '#kit/web/notify.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { findPostcode, MALAYSIAN_POSTCODE } from '../contract/addresses.ts'

const POSTCODES_STALE_MS = 60 * 60_000

/** City and state of a Malaysian postcode, filled in once per postcode; both may be corrected afterwards. */
export function usePostcode(typed: string, onFound: (place: { City: string; State: string }) => void) {
  const Postcode = typed.trim()
  const { data, error } = useRead(
    findPostcode,
    { Postcode },
    { enabled: MALAYSIAN_POSTCODE.test(Postcode), staleTime: POSTCODES_STALE_MS, retry: false },
  )
  const found = useEffectEvent(onFound)
  useEffect(() => {
    if (data) found({ City: data.City, State: data.State })
  }, [data])
  useEffect(() => {
    // A postcode that nobody knows is no failure: city and state are typed then.
    if (error && !isMissing(error)) notify.error('customers:postcodeFailed', error)
  }, [error])
}
