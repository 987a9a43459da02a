import type { Ctx } from '#kit/server/ctx.ts'
import { setting } from './index.ts'

/** What the browser must know before anybody signed in. */
export async function appConfig(ctx: Ctx) {
  const [Title, Currency] = await Promise.all([setting(ctx, 'APP_TITLE', 'Carat'), setting(ctx, 'CURRENCY', 'MYR')])
  return {
    Title,
    Demo: ctx.services.demo,
    BusinessTimeZone: ctx.timeZone,
    Currency,
    Languages: ['en', 'zh', 'fr', 'ja'] as const,
  }
}
