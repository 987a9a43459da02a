import { appConfig } from '#areas/setup/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { call } from '#kit/web/call.ts'
import { setBusinessSettings } from '#kit/web/format.ts'
import { currentLanguage, languages } from '#kit/web/i18n.ts'

export type Config = Reply<typeof appConfig>

let config: Config = {
  Title: 'Carat',
  Company: 'Carat Jewellers',
  Logo: null,
  Demo: false,
  BusinessTimeZone: 'Asia/Kuala_Lumpur',
  Currency: 'MYR',
  Languages: ['en', 'zh', 'fr', 'ja'],
  SignInProviders: [],
  PasswordLength: 12,
}

/** Loads the server's configuration once, before the first render. */
export async function loadConfig() {
  // Without the configuration the pages render with defaults, and the sign-in reports that the server is unavailable.
  config = await call(appConfig, {}).catch(() => config)
  setBusinessSettings({ timeZone: config.BusinessTimeZone, currency: config.Currency })
}

export const getConfig = () => config

/** Returns the languages that the company offers, and the current language. */
export const getLanguages = () =>
  languages.filter(({ code }) => config.Languages.includes(code) || code === currentLanguage())
