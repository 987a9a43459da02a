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

/** The address of a form; with an invitation the personal one. */
export const formUrl = (services: Keys & Pick<Services, 'webUrl'>, FeedbackId: number, InvitationId?: number) =>
  `${services.webUrl}${publicFormPath({ FeedbackId })}${InvitationId === undefined ? '' : `#${linkToken(services, InvitationId)}`}`

/** Which invitation a link is; undefined where it was not made here. */
export function readLink({ secret, earlierSecret }: Keys, token: string): number | undefined {
  const match = /^([0-9a-z]{1,11})\.([\w-]{20})$/.exec(token)
  if (!match) return undefined
  const [, about, signature] = match as unknown as [string, string, string]
  const signed = Buffer.from(signature, 'base64url')
  const known = [secret, ...(earlierSecret ? [earlierSecret] : [])]
  return known.some((key) => timingSafeEqual(mac(key, about), signed)) ? Number.parseInt(about, 36) : undefined
}
