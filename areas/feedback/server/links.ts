import type { Services } from '#kit/server/ctx.ts'
import { createSignature, isSignatureValid } from '#kit/server/signed.ts'
import { publicFormPath } from '../paths.ts'

// A personal link identifies an invitation and is signed.
// Staff can therefore display the link again, and the link cannot be forged for another customer.
// The token is in the URL fragment, which browsers send to neither servers nor referrers.

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const USE = 'feedback link'

export function createInvitationToken(keys: Keys, InvitationId: number): string {
  const payload = InvitationId.toString(36)
  return `${payload}.${createSignature(keys, USE, payload)}`
}

const outletPayload = (FeedbackId: number, code: string) => `outlet ${FeedbackId} ${code}`

/**
 * The URL of a form for an outlet's poster; the responses count for that outlet.
 * The outlet is signed, so that it cannot be forged.
 */
export function posterUrl(services: Keys & Pick<Services, 'webUrl'>, FeedbackId: number, OutletCode: string) {
  const outlet = `${OutletCode}.${createSignature(services, USE, outletPayload(FeedbackId, OutletCode))}`
  return `${formUrl(services, FeedbackId)}?outlet=${encodeURIComponent(outlet)}`
}

/** The outlet in a poster URL; undefined if the signature is invalid. */
export function verifyPosterOutlet(keys: Keys, FeedbackId: number, text: string): string | undefined {
  const [, code, signature] = /^(.{1,20})\.([\w-]{20})$/.exec(text) ?? []
  return code && signature && isSignatureValid(keys, USE, outletPayload(FeedbackId, code), signature) ? code : undefined
}

/** The URL of a form, or the personal link if an invitation is given. */
export const formUrl = (services: Keys & Pick<Services, 'webUrl'>, FeedbackId: number, InvitationId?: number) =>
  `${services.webUrl}${publicFormPath({ FeedbackId })}${InvitationId === undefined ? '' : `#${createInvitationToken(services, InvitationId)}`}`

/** The invitation id in a personal link; undefined if the signature is invalid. */
export function verifyLinkToken(keys: Keys, token: string): number | undefined {
  const match = /^([0-9a-z]{1,11})\.([\w-]{20})$/.exec(token)
  if (!match) return undefined
  const [, payload, signature] = match as unknown as [string, string, string]
  return isSignatureValid(keys, USE, payload, signature) ? Number.parseInt(payload, 36) : undefined
}
