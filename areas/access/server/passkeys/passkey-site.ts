import { isIP } from 'node:net'
import type { Ctx } from '#kit/server/ctx.ts'
import { passkeyRefusals } from '../../contract/passkeys.ts'

/** The relying party of WebAuthn: the host name for which passkeys are valid, and the only origin that may use them. */
export type PasskeySite = { rpId: string; origin: string }

/**
 * Derives the site from the server's own URL (PUBLIC_URL), never from a request.
 * Returns undefined if browsers allow no passkeys there, because passkeys need a host name and https.
 * Without PUBLIC_URL the server runs on this machine, where browsers allow passkeys for `localhost`.
 */
export function passkeySiteOf(webUrl: string): PasskeySite | undefined {
  const { protocol, hostname, port } = new URL(webUrl)
  const rpId = ['127.0.0.1', '[::1]'].includes(hostname) ? 'localhost' : hostname
  if (isIP(rpId.replace(/^\[|\]$/g, '')) || (protocol !== 'https:' && rpId !== 'localhost')) return undefined
  return { rpId, origin: `${protocol}//${rpId}${port && `:${port}`}` }
}

export function requirePasskeySite({ services }: Pick<Ctx, 'services'>): PasskeySite {
  const site = passkeySiteOf(services.webUrl)
  if (!site) throw passkeyRefusals.noPasskeysHere()
  return site
}
