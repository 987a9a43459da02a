import type { Ctx } from '#kit/server/ctx.ts'
import { findLogoUrl } from './logo.ts'
import { readSettings } from './setting-rows.ts'

/** Returns the configuration that the browser needs before the user signs in. */
export async function appConfig(ctx: Ctx) {
  const settingValues = await readSettings(ctx)
  return {
    Title: settingValues['crm.title'],
    Company: settingValues['company.name'],
    Logo: await findLogoUrl(ctx),
    Demo: ctx.services.demo,
    BusinessTimeZone: ctx.timeZone,
    Currency: settingValues.currency,
    Languages: settingValues.languages,
    SignInProviders: ctx.services.signInProviders.map(({ name }) => name),
    PasswordLength: settingValues['access.passwordLength'],
  }
}

export async function currentSystemTime({ now, today, timeZone }: Ctx) {
  return { dateTime: now.toISOString(), businessDate: today, timeZone }
}
