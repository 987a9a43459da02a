import type { FastifyInstance } from 'fastify'
import type { Clock } from '#kit/server/clock.ts'

/** The operator's contact for reports of vulnerabilities, and the page with the policy. */
export type SecurityTxt = { contact: string; policy?: string | undefined }
type Options = SecurityTxt & { clock: Clock; basePath: string; webUrl: string }

/** RFC 9116 recommends less than a year. The date moves with each request, because the contact comes from the settings. */
const VALID_DAYS = 180
const DAY_MS = 24 * 3600 * 1000
export const SECURITY_TXT_PATH = '/.well-known/security.txt'

/** Serves security.txt (RFC 9116), which tells researchers how to report a vulnerability. */
export function mountSecurityTxt(app: FastifyInstance, { contact, policy, clock, basePath, webUrl }: Options): void {
  app.get(`${basePath}${SECURITY_TXT_PATH}`, async (_, reply) => {
    // The end of a UTC day, so that caches and monitors see one text a day.
    const expires = Math.floor(clock().getTime() / DAY_MS + VALID_DAYS) * DAY_MS
    const lines = [
      `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date(expires).toISOString().replace('.000', '')}`,
      'Preferred-Languages: en',
      `Canonical: ${webUrl}${SECURITY_TXT_PATH}`,
      ...(policy === undefined ? [] : [`Policy: ${policy}`]),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
