import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '#kit/server/ctx.ts'
import { deriveKey } from '#kit/server/sealed.ts'
import type { ContactType } from '../contract.ts'

// The signed unsubscribe link names customer and channel, and permits nothing else. It never expires and has no stored row.

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const MAC_BYTES = 15
const channelCodes = { Email: 'e', SMS: 's' } as const

const mac = (secret: Buffer, payload: string) =>
  createHmac('sha256', deriveKey(secret, 'unsubscribe').key).update(payload).digest().subarray(0, MAC_BYTES)

export function unsubscribeToken({ secret }: Keys, CustomerId: number, ContactType: ContactType): string {
  const payload = `${channelCodes[ContactType]}${CustomerId.toString(36)}`
  return `${payload}.${mac(secret, payload).toString('base64url')}`
}

export const unsubscribeUrl = (services: Keys & Pick<Services, 'webUrl'>, CustomerId: number, channel: ContactType) =>
  `${services.webUrl}/unsubscribe/${unsubscribeToken(services, CustomerId, channel)}`

/** Reads an unsubscribe link; undefined if its signature is not valid. */
export function readUnsubscribeToken({ secret, earlierSecret }: Keys, token: string) {
  const match = /^([es])([0-9a-z]{1,11})\.([\w-]{20})$/.exec(token)
  if (!match) return undefined
  const [, channelCode, number, signature] = match as unknown as [string, 'e' | 's', string, string]
  const signatureBytes = Buffer.from(signature, 'base64url')
  const secrets = [secret, ...(earlierSecret ? [earlierSecret] : [])]
  if (!secrets.some((key) => timingSafeEqual(mac(key, channelCode + number), signatureBytes))) return undefined
  return {
    CustomerId: Number.parseInt(number, 36),
    ContactType: channelCode === 'e' ? ('Email' as const) : ('SMS' as const),
  }
}
