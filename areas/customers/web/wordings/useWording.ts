import { currentLanguage, languages } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getWording, languageIn, textIn } from '../../contract/consent-wordings.ts'
import type { ConsentChannel, WordingLanguage } from '../../contract/consents.ts'

/**
 * What customers agree to at present, to be read out in a language; empty until it is there. `languagesOf`: in which it is there. `wordingOf`: its
 * version and the language that stood there, which go with their answer. `failed`: why it is not there.
 */
export function useWording(language: WordingLanguage = currentLanguage()) {
  const { data, error, refetch } = useRead(getWording, {})
  return {
    textOf: (channel: ConsentChannel) => (data ? textIn(data[channel], language) : ''),
    failed: error && { error, onRetry: () => void refetch() },
    languagesOf: (channel: ConsentChannel) =>
      languages.flatMap(({ code, name }) => (data?.[channel][code] ? { value: code, label: name } : [])),
    wordingOf: (channel: ConsentChannel) =>
      data ? { WordingVersion: data.Version, WordingLanguage: languageIn(data[channel], language) } : {},
  }
}
