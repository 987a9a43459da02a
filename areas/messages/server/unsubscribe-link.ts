import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '#kit/server/ctx.ts'
import { keyFrom } from '#kit/server/sealed.ts'
import type { ContactType } from '../contract.ts'

// Who holds the link in a message may end such messages, and nothing else: it names customer and channel and is signed, so that it
// works for ever without a row, and cannot be made up for another customer.

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const MAC_BYTES = 15
const letterOf = { Email: 'e', SMS: 's' } as const

const mac = (secret: Buffer, about: string) =>
  createHmac('sha256', keyFrom(secret, 'unsubscribe').key).update(about).digest().subarray(0, MAC_BYTES)

export function unsubscribeToken({ secret }: Keys, CustomerId: number, ContactType: ContactType): string {
  const about = `${letterOf[ContactType]}${CustomerId.toString(36)}`
  return `${about}.${mac(secret, about).toString('base64url')}`
}

export const unsubscribeUrl = (services: Keys & Pick<Services, 'webUrl'>, CustomerId: number, channel: ContactType) =>
  `${services.webUrl}/unsubscribe/${unsubscribeToken(services, CustomerId, channel)}`

/** Whom a link is about; undefined where it was not made here. */
export function readToken({ secret, earlierSecret }: Keys, token: string) {
  const match = /^([es])([0-9a-z]{1,11})\.([\w-]{20})$/.exec(token)
  if (!match) return undefined
  const [, letter, number, signature] = match as unknown as [string, 'e' | 's', string, string]
  const signed = Buffer.from(signature, 'base64url')
  const known = [secret, ...(earlierSecret ? [earlierSecret] : [])]
  if (!known.some((key) => timingSafeEqual(mac(key, letter + number), signed))) return undefined
  return {
    CustomerId: Number.parseInt(number, 36),
    ContactType: letter === 'e' ? ('Email' as const) : ('SMS' as const),
  }
}
