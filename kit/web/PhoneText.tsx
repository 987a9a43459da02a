import { useSyncExternalStore } from 'react'
import './kit.css'

type Format = (number: string) => string

let format: Format | undefined
let loading = false
const listeners = new Set<() => void>()

/** Loads the large numbering plans only once, when a page shows its first phone number. */
async function load() {
  loading = true
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  format = (number) => parsePhoneNumberFromString(number)?.formatInternational() ?? number
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  if (!loading) void load().catch(() => (loading = false))
  return () => void listeners.delete(changed)
}

/** Shows a phone number with spaces: +60 17-319 1996. Masked and incomplete numbers stay unchanged. */
export function PhoneText({ number }: { number: string }) {
  const spaced = useSyncExternalStore(subscribe, () => format)
  return (
    <bdi dir="ltr" className="carat-nowrap">
      {number
        .split(' / ')
        .map((one) => spaced?.(one) ?? one)
        .join(' / ')}
    </bdi>
  )
}
