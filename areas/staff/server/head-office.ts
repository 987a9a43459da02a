import type { Ctx } from '#kit/server/ctx.ts'
import { placeRefusals } from '../contract/places.ts'

/** Throws unless the caller works at head office: only head office may change people, outlets and accounts, whatever the roles. */
export function requireHeadOffice({ actor }: Pick<Ctx, 'actor'>) {
  if (!actor.isHQ) throw placeRefusals.headOfficeOnly()
}
