import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Actor } from './ctx.ts'
import { valuesAtPath } from './rows.ts'

/** The outlets whose rows the caller sees in lists of an outlet; null means all outlets. */
export function visibleOutlets({ kind, isHQ, outletCode, outletCodes = [] }: Actor): readonly string[] | null {
  if (isHQ) return null
  if (kind === 'system') return outletCodes.length > 0 ? outletCodes : null
  return outletCode === null ? null : [outletCode]
}

/**
 * Returns the caller at the outlet that the call names.
 * Throws if the caller does not belong to the outlet, or if a program of several outlets names none.
 */
export function actorAtNamedOutlet({ outlet }: Endpoint, input: unknown, actor: Actor): Actor {
  const named = outlet?.fields.map((field) => valuesAtPath(input, field)[0]?.toUpperCase()) ?? []
  if (actor.kind !== 'system') {
    if (outlet && !outlet.staffChoose && named.some((code) => code !== undefined && code !== actor.outletCode))
      throw outlet.otherOutlet()
    return actor
  }
  const { outletCodes = [] } = actor
  const isForeign = (code: string | undefined) => code !== undefined && !outletCodes.includes(code)
  if (outlet && outletCodes.length > 0 && named.some(isForeign)) throw outlet.otherOutlet()
  const outletCode = named[0] ?? (outletCodes.length === 1 ? outletCodes[0]! : null)
  if (outlet && outletCodes.length > 1 && outletCode === null) throw outlet.outletRequired()
  return { ...actor, outletCode }
}
