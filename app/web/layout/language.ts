import { type Language, languages, setLanguage } from '#kit/web/i18n.ts'

let chosen: Language | undefined

/** Shows another language and remembers that it was asked for on purpose. */
export async function chooseLanguage(code: string): Promise<Language> {
  chosen = languages.find((language) => language.code === code)?.code ?? 'en'
  await setLanguage(chosen)
  return chosen
}

/** The language asked for on the sign-in page wins over the one this user had last time. */
export const chosenLanguage = () => chosen
