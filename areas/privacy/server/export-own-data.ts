import { tryCountWithinRateLimit } from '#areas/access/server/index.ts'
import { isSessionProvedByCode, readOwnCustomer } from '#areas/self-service/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type exportOwnData as endpoint, privacyRefusals } from '../contract.ts'
import { createDataExport } from './export-personal-data.ts'

const DAILY_LIMIT = { most: 5, seconds: 86_400 }

/**
 * Exports all data about the signed-in customer.
 * The export requires a recent one-time code, because staff know the passcode and a phone stays signed in for days.
 */
export async function exportOwnData(ctx: Ctx, { Language }: Input<typeof endpoint>) {
  const { CustomerId } = await readOwnCustomer(ctx)
  if (!(await isSessionProvedByCode(ctx))) throw privacyRefusals.signInFirst()
  const seconds = await tryCountWithinRateLimit(ctx, `own personal data ${CustomerId}`, DAILY_LIMIT)
  if (seconds > 0) {
    const params = { times: DAILY_LIMIT.most, Hours: Math.ceil(seconds / 3600) }
    throw Object.assign(privacyRefusals.tooOften(params), { retryAfter: seconds })
  }
  return createDataExport(ctx, CustomerId, {
    language: Language,
    isOwn: true,
    logSuffix: 'identity number masked. By the customer',
  })
}
