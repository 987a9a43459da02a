import { bringTexts, type Language } from '#kit/web/i18n.ts'

const texts = async (language: Language) => ({
  expiry: ((await import(`./texts/${language}.json`)) as { default: object }).default,
})

/** Come with the pages: only head office and managers look at expiry, proof and liability. */
export const bringExpiryTexts = () => bringTexts(texts)
