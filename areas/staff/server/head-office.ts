import type { Ctx } from '#kit/server/ctx.ts'
import { buildingAndDepartmentRefusals } from '../contract/places.ts'

/** Throws unless the caller works at head office, which alone can change people, outlets and accounts. */
export function requireHeadOffice({ actor }: Pick<Ctx, 'actor'>) {
  if (!actor.isHQ) throw buildingAndDepartmentRefusals.headOfficeOnly()
}
