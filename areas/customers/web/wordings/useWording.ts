import { currentLanguage } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getWording, textIn } from '../../contract/consent-wordings.ts'
import type { ConsentChannel } from '../../contract/consents.ts'

/** What customers agree to at present, to be read out, and its version, which goes with their answer; empty until it is there. */
export function useWording() {
  const { data } = useRead(getWording, {})
  return {
    textOf: (channel: ConsentChannel) => (data ? textIn(data[channel], currentLanguage()) : ''),
    shown: data ? { WordingVersion: data.Version } : {},
  }
}
