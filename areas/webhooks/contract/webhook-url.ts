import { z } from 'zod'

export const WEBHOOK_URL_LENGTH_MAX = 500

const parse = (value: string) => {
  try {
    return new URL(value)
  } catch {
    return undefined
  }
}

/** An https or http URL without a user, password or fragment, stored in the normal form of the URL standard. */
export const WebhookUrl = z
  .string()
  .trim()
  .max(WEBHOOK_URL_LENGTH_MAX, `The maximum length is ${WEBHOOK_URL_LENGTH_MAX}`)
  .refine((value) => {
    const url = parse(value)
    return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== ''
  }, 'Enter a URL like https://example.com/webhooks')
  .refine((value) => {
    const url = parse(value)
    return url === undefined || (url.username === '' && url.password === '' && !value.includes('#'))
  }, 'Enter the URL without user, password and fragment')
  .transform((value) => new URL(value).href)
  .meta({ maxLength: WEBHOOK_URL_LENGTH_MAX, format: 'uri' })
