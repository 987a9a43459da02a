import type { Ctx } from '#kit/server/ctx.ts'
import { logoAddress } from './logo.ts'
import { settings } from './setting-rows.ts'

/** What the browser must know before anybody signed in. */
export async function appConfig(ctx: Ctx) {
  const own = await settings(ctx)
  return {
    Title: own['crm.title'],
    Company: own['company.name'],
    Logo: await logoAddress(ctx),
    Demo: ctx.services.demo,
    BusinessTimeZone: ctx.timeZone,
    Currency: own.currency,
    Languages: own.languages,
    SignInProviders: ctx.services.signInProviders.map(({ name }) => name),
    PasswordLength: own['access.passwordLength'],
  }
}

export async function currentSystemTime({ now, today, timeZone }: Ctx) {
  return { dateTime: now.toISOString(), businessDate: today, timeZone }
}
