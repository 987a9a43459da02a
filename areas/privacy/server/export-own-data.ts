import { takeWithin } from '#areas/access/server/index.ts'
import { provedByCode, readOwn } from '#areas/self-service/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type exportOwnData as endpoint, refusals } from '../contract.ts'
import { packOf } from './export-personal-data.ts'

const A_DAY = { most: 5, seconds: 86_400 }

/**
 * What is kept about the customer who is signed in. Given only to whom a code has just been sent: a passcode was seen by staff, who
 * need a privilege and a reason for the same file, and a phone stays signed in for days.
 */
export async function exportOwnData(ctx: Ctx, { Language }: Input<typeof endpoint>) {
  const { CustomerId } = await readOwn(ctx)
  if (!(await provedByCode(ctx))) throw refusals.signInFirst()
  const seconds = await takeWithin(ctx, `own personal data ${CustomerId}`, A_DAY)
  if (seconds > 0) {
    const params = { times: A_DAY.most, Hours: Math.ceil(seconds / 3600) }
    throw Object.assign(refusals.tooOften(params), { retryAfter: seconds })
  }
  return packOf(ctx, CustomerId, { language: Language, isOwn: true, said: 'identity number masked. By the customer' })
}
