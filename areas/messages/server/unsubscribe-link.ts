import type { Services } from '#kit/server/ctx.ts'
import { createSignature, isSignatureValid } from '#kit/server/signed.ts'
import type { ContactType } from '../contract.ts'

// The signed unsubscribe link names customer and channel, and permits nothing else. It never expires and has no stored row.

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const USE = 'unsubscribe'
const channelCodes = { Email: 'e', SMS: 's' } as const

export function unsubscribeToken(keys: Keys, CustomerId: number, ContactType: ContactType): string {
  const payload = `${channelCodes[ContactType]}${CustomerId.toString(36)}`
  return `${payload}.${createSignature(keys, USE, payload)}`
}

export const unsubscribeUrl = (services: Keys & Pick<Services, 'webUrl'>, CustomerId: number, channel: ContactType) =>
  `${services.webUrl}/unsubscribe/${unsubscribeToken(services, CustomerId, channel)}`

/** Reads an unsubscribe link; undefined if its signature is not valid. */
export function readUnsubscribeToken(keys: Keys, token: string) {
  const match = /^([es])([0-9a-z]{1,11})\.([\w-]{20})$/.exec(token)
  if (!match) return undefined
  const [, channelCode, number, signature] = match as unknown as [string, 'e' | 's', string, string]
  if (!isSignatureValid(keys, USE, channelCode + number, signature)) return undefined
  return {
    CustomerId: Number.parseInt(number, 36),
    ContactType: channelCode === 'e' ? ('Email' as const) : ('SMS' as const),
  }
}
