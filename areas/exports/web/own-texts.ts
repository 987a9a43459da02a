import { bringTexts, type Language } from '#kit/web/i18n.ts'

const texts = async (language: Language) => ({
  exports: ((await import(`./texts/${language}.json`)) as { default: object }).default,
})

/** Come with the button in a list's toolbar and with the page: many people may not export, and nobody does so at first. */
export const bringExportTexts = () => bringTexts(texts)
