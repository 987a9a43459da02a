import { currentLanguage, languages } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import { chooseDisplayedLanguage, chooseDisplayedText, getConsentWording } from '../../contract/consent-wordings.ts'
import type { ConsentChannel, WordingLanguage } from '../../contract/consents.ts'

/**
 * Loads the current consent wording in a language; the wording is empty while loading.
 * The result `languagesOf` returns the available languages of a channel.
 * The result `wordingOf` returns version and displayed language, for the record of the consent.
 * The result `failed` is the error if the request failed.
 */
export function useConsentWording(language: WordingLanguage = currentLanguage()) {
  const { data, error, refetch } = useRead(getConsentWording, {})
  return {
    textOf: (channel: ConsentChannel) => (data ? chooseDisplayedText(data[channel], language) : ''),
    failed: error && { error, onRetry: () => void refetch() },
    languagesOf: (channel: ConsentChannel) =>
      languages.flatMap(({ code, name }) => (data?.[channel][code] ? { value: code, label: name } : [])),
    wordingOf: (channel: ConsentChannel) =>
      data ? { WordingVersion: data.Version, WordingLanguage: chooseDisplayedLanguage(data[channel], language) } : {},
  }
}
