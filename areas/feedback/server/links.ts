import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '#kit/server/ctx.ts'
import { keyFrom } from '#kit/server/sealed.ts'
import { publicFormPath } from '../paths.ts'

// A PERSONAL LINK names an invitation and is signed: it can be shown to staff again, and nobody makes one up for another customer. It
// stands behind `#`, where no server and no referrer sees it.

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const MAC_BYTES = 15

const mac = (secret: Buffer, about: string) =>
  createHmac('sha256', keyFrom(secret, 'feedback link').key).update(about).digest().subarray(0, MAC_BYTES)

export function linkToken({ secret }: Keys, InvitationId: number): string {
  const about = InvitationId.toString(36)
  return `${about}.${mac(secret, about).toString('base64url')}`
}

const outletMac = (secret: Buffer, FeedbackId: number, code: string) => mac(secret, `outlet ${FeedbackId} ${code}`)

/** The address of a form that hangs in an outlet: its answers count there. Signed, so that nobody answers for another outlet. */
export function posterUrl(services: Keys & Pick<Services, 'webUrl'>, FeedbackId: number, OutletCode: string) {
  const outlet = `${OutletCode}.${outletMac(services.secret, FeedbackId, OutletCode).toString('base64url')}`
  return `${formUrl(services, FeedbackId)}?outlet=${encodeURIComponent(outlet)}`
}

/** The outlet of a poster; undefined where it was not made here. */
export function readOutlet(keys: Keys, FeedbackId: number, text: string): string | undefined {
  const [, code, signature] = /^(.{1,20})\.([\w-]{20})$/.exec(text) ?? []
  return code && signature && isSigned(keys, (key) => outletMac(key, FeedbackId, code), signature) ? code : undefined
}

/** Under the present key or the one before it. */
function isSigned({ secret, earlierSecret }: Keys, macWith: (key: Buffer) => Buffer, signature: string) {
  const signed = Buffer.from(signature, 'base64url')
  return [secret, ...(earlierSecret ? [earlierSecret] : [])].some((key) => timingSafeEqual(macWith(key), signed))
}

/** The address of a form; with an invitation the personal one. */
export const formUrl = (services: Keys & Pick<Services, 'webUrl'>, FeedbackId: number, InvitationId?: number) =>
  `${services.webUrl}${publicFormPath({ FeedbackId })}${InvitationId === undefined ? '' : `#${linkToken(services, InvitationId)}`}`

/** Which invitation a link is; undefined where it was not made here. */
export function readLink(keys: Keys, token: string): number | undefined {
  const match = /^([0-9a-z]{1,11})\.([\w-]{20})$/.exec(token)
  if (!match) return undefined
  const [, about, signature] = match as unknown as [string, string, string]
  return isSigned(keys, (key) => mac(key, about), signature) ? Number.parseInt(about, 36) : undefined
}
