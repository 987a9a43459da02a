import type { Services } from '#kit/server/ctx.ts'
import { createSignature, isSignatureValid } from '#kit/server/signed.ts'
import { publicFormPath } from '../paths.ts'

// A personal link identifies an invitation and is signed.
// Staff can therefore display a personal link again, and a link cannot be forged for another customer.
// The token of a personal link is in the URL fragment, which browsers send to neither servers nor referrers.

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const USE = 'feedback link'

export function createInvitationToken(keys: Keys, InvitationId: number): string {
  const payload = InvitationId.toString(36)
  return `${payload}.${createSignature(keys, USE, payload)}`
}

const outletPayload = (FeedbackId: number, code: string) => `outlet ${FeedbackId} ${code}`

/**
 * Returns the URL of a form for an outlet's poster. Responses at this URL count for that outlet.
 * The outlet in the URL is signed, so that it cannot be forged.
 */
export function createPosterUrl(services: Keys & Pick<Services, 'webUrl'>, FeedbackId: number, OutletCode: string) {
  const outlet = `${OutletCode}.${createSignature(services, USE, outletPayload(FeedbackId, OutletCode))}`
  return `${createFeedbackFormUrl(services, FeedbackId)}?outlet=${encodeURIComponent(outlet)}`
}

/** Returns the outlet in a poster's URL; undefined if the signature is not valid. */
export function verifyPosterOutlet(keys: Keys, FeedbackId: number, text: string): string | undefined {
  const [, code, signature] = /^(.{1,20})\.([\w-]{20})$/.exec(text) ?? []
  return code && signature && isSignatureValid(keys, USE, outletPayload(FeedbackId, code), signature) ? code : undefined
}

/** Returns the URL of a form; with an invitation, the personal link. */
export const createFeedbackFormUrl = (
  services: Keys & Pick<Services, 'webUrl'>,
  FeedbackId: number,
  InvitationId?: number,
) =>
  `${services.webUrl}${publicFormPath({ FeedbackId })}${InvitationId === undefined ? '' : `#${createInvitationToken(services, InvitationId)}`}`

/** Returns the invitation id in a personal link; undefined if the signature is not valid. */
export function verifyInvitationToken(keys: Keys, token: string): number | undefined {
  const match = /^([0-9a-z]{1,11})\.([\w-]{20})$/.exec(token)
  if (!match) return undefined
  const [, payload, signature] = match as unknown as [string, string, string]
  return isSignatureValid(keys, USE, payload, signature) ? Number.parseInt(payload, 36) : undefined
}
