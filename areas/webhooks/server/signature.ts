import { createHmac, randomBytes } from 'node:crypto'

// Signatures by the Standard Webhooks specification (standardwebhooks.com).

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const createWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

type Message = { id: string; timestamp: number; body: string }

const sign = (secret: string, { id, timestamp, body }: Message) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`

/** Returns the headers of a request, with one signature for each valid secret. */
export function signedHeaders(secrets: readonly string[], message: Message): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Carat-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': `${message.timestamp}`,
    'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
  }
}
