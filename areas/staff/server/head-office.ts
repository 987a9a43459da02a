import type { Ctx } from '#kit/server/ctx.ts'
import { placeRefusals } from '../contract/places.ts'

/** People, outlets and accounts are the head office's to change, whatever roles somebody at an outlet was given. */
export function requireHeadOffice({ actor }: Pick<Ctx, 'actor'>) {
  if (!actor.isHQ) throw placeRefusals.headOfficeOnly()
}
