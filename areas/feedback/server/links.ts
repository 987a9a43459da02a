import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '#kit/server/ctx.ts'
import { keyFrom } from '#kit/server/sealed.ts'
import { publicFormPath } from '../paths.ts'

// A PERSONAL LINK identifies an invitation and is signed: it can be shown to staff again, and cannot be forged for another customer. It
// is in the URL fragment, which neither servers nor referrers receive.

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const MAC_BYTES = 15

const mac = (secret: Buffer, payload: string) =>
  createHmac('sha256', keyFrom(secret, 'feedback link').key).update(payload).digest().subarray(0, MAC_BYTES)

export function linkToken({ secret }: Keys, InvitationId: number): string {
  const payload = InvitationId.toString(36)
  return `${payload}.${mac(secret, payload).toString('base64url')}`
}

const outletMac = (secret: Buffer, FeedbackId: number, code: string) => mac(secret, `outlet ${FeedbackId} ${code}`)

/** The URL of a form for a poster in an outlet, whose answers count for it. Signed, so that the outlet cannot be forged. */
export function posterUrl(services: Keys & Pick<Services, 'webUrl'>, FeedbackId: number, OutletCode: string) {
  const outlet = `${OutletCode}.${outletMac(services.secret, FeedbackId, OutletCode).toString('base64url')}`
  return `${formUrl(services, FeedbackId)}?outlet=${encodeURIComponent(outlet)}`
}

/** The outlet of a poster URL; undefined if its signature is invalid. */
export function readOutlet(keys: Keys, FeedbackId: number, text: string): string | undefined {
  const [, code, signature] = /^(.{1,20})\.([\w-]{20})$/.exec(text) ?? []
  return code && signature && isSigned(keys, (key) => outletMac(key, FeedbackId, code), signature) ? code : undefined
}

/** Accepts signatures of the current key and of the previous one. */
function isSigned({ secret, earlierSecret }: Keys, macWith: (key: Buffer) => Buffer, signature: string) {
  const signed = Buffer.from(signature, 'base64url')
  return [secret, ...(earlierSecret ? [earlierSecret] : [])].some((key) => timingSafeEqual(macWith(key), signed))
}

/** The URL of a form; with an invitation its personal link. */
export const formUrl = (services: Keys & Pick<Services, 'webUrl'>, FeedbackId: number, InvitationId?: number) =>
  `${services.webUrl}${publicFormPath({ FeedbackId })}${InvitationId === undefined ? '' : `#${linkToken(services, InvitationId)}`}`

/** The invitation id of a personal link; undefined if its signature is invalid. */
export function readLink(keys: Keys, token: string): number | undefined {
  const match = /^([0-9a-z]{1,11})\.([\w-]{20})$/.exec(token)
  if (!match) return undefined
  const [, payload, signature] = match as unknown as [string, string, string]
  return isSigned(keys, (key) => mac(key, payload), signature) ? Number.parseInt(payload, 36) : undefined
}
