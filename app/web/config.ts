import { appConfig } from '#areas/setup/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { call } from '#kit/web/call.ts'
import { setBusiness } from '#kit/web/format.ts'
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

/** What the server says about this installation; asked once, before the first page is drawn. */
export async function loadConfig() {
  // Without an answer the pages still draw, and the sign-in says that the server is away.
  config = await call(appConfig, {}).catch(() => config)
  setBusiness({ timeZone: config.BusinessTimeZone, currency: config.Currency })
}

export const getConfig = () => config

/** The languages that this company offers; what somebody reads already stays choosable. */
export const getLanguages = () =>
  languages.filter(({ code }) => config.Languages.includes(code) || code === currentLanguage())
