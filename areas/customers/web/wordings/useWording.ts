import { currentLanguage } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getWording, textIn } from '../../contract/consent-wordings.ts'
import type { ConsentChannel } from '../../contract/consents.ts'

/** What customers agree to at present, to be read out, and its version, which goes with their answer; empty until it is there. `failed`: why it is not. */
export function useWording() {
  const { data, error, refetch } = useRead(getWording, {})
  return {
    textOf: (channel: ConsentChannel) => (data ? textIn(data[channel], currentLanguage()) : ''),
    failed: error && { error, onRetry: () => void refetch() },
    shown: data ? { WordingVersion: data.Version } : {},
  }
}
