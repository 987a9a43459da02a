import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type PrivilegeRequirement, readInputValueAtPath } from '#kit/contract/privilege.ts'
import type { Actor } from './ctx.ts'
import { replyFields } from './reply-fields.ts'

// Masks reply fields for callers who lack the privilege that the field needs.

type Guarded = PrivilegeRequirement & { path: readonly string[] }
type Holder = Pick<Actor, 'privileges'>

const cache = new WeakMap<Endpoint, readonly Guarded[]>()

/**
 * Returns the reply fields that need a privilege.
 * Checks the privileges of every endpoint when its route is registered, so that no server starts with an invalid one.
 */
export function privilegedFieldsOf(endpoint: Endpoint): readonly Guarded[] {
  const guarded =
    cache.get(endpoint) ??
    [...replyFields(endpoint)].flatMap(([path, { privilege, visibleIfLookedUpBy = [] }]) =>
      privilege === undefined
        ? []
        : [{ privilege, visibleIfLookedUpBy, path: path.replaceAll('[]', '').split('.').filter(Boolean) }],
    )
  cache.set(endpoint, guarded)
  return guarded
}

const hiddenFields = (endpoint: Endpoint, actor: Holder) =>
  privilegedFieldsOf(endpoint).filter(({ privilege }) => !actor.privileges.has(privilege))

/** Sets the reply fields that the caller may not see to null, in place. */
export function maskFields(endpoint: Endpoint, reply: unknown, actor: Holder, input: object) {
  for (const field of hiddenFields(endpoint, actor)) maskField(reply, field.path, isNamedBy(field, input))
  return reply
}

type Row = Record<string, unknown>

function maskField(value: unknown, [name, ...further]: readonly string[], isNamed: (row: Row) => boolean): void {
  if (Array.isArray(value)) for (const item of value) maskField(item, [name!, ...further], isNamed)
  else if (typeof value === 'object' && value !== null && name! in value) {
    const row = value as Row
    if (further.length > 0) maskField(row[name!], further, isNamed)
    else if (!isNamed(row)) row[name!] = null
  }
}

const isNamedBy =
  ({ visibleIfLookedUpBy }: PrivilegeRequirement, input: object) =>
  (row: Row) =>
    visibleIfLookedUpBy.some((field) => row[field] !== undefined && row[field] === readInputValueAtPath(input, field))

/**
 * Parses the body and drops a sort order by a hidden field, because the order of rows reveals its values.
 * Drops the sort order by a hidden field, whether the caller requested it or the list has it by default.
 */
export function parseInput(endpoint: Endpoint, body: unknown, actor: Holder): Record<string, unknown> {
  const input = endpoint.body.parse(withoutHiddenSort(endpoint, body, actor))
  return withoutHiddenSort(endpoint, input, actor) as Record<string, unknown>
}

function withoutHiddenSort(endpoint: Endpoint, input: unknown, actor: Holder): unknown {
  if (typeof input !== 'object' || input === null || !('SortOption' in input)) return input
  const isHidden = hiddenFields(endpoint, actor).some(({ path }) => path.at(-1) === input.SortOption)
  return isHidden ? { ...input, SortOption: undefined } : input
}
