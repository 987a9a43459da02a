import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type Needs, valueIn } from '#kit/contract/privilege.ts'
import type { Actor } from './ctx.ts'
import { replyFields } from './reply-fields.ts'

// The one place where a field that needs a privilege is kept from those without it.

type Guarded = Needs & { way: readonly string[] }
type Holder = Pick<Actor, 'privileges'>

const known = new WeakMap<Endpoint, readonly Guarded[]>()

/** The fields of a reply that need a privilege. Asked when a call is mounted too, so that a wrong declaration stops the start. */
export function guardedOf(endpoint: Endpoint): readonly Guarded[] {
  const guarded =
    known.get(endpoint) ??
    [...replyFields(endpoint)].flatMap(([path, { privilege, butWhereNamed = [] }]) =>
      privilege === undefined
        ? []
        : [{ privilege, butWhereNamed, way: path.replaceAll('[]', '').split('.').filter(Boolean) }],
    )
  known.set(endpoint, guarded)
  return guarded
}

const hiddenFrom = (endpoint: Endpoint, actor: Holder) =>
  guardedOf(endpoint).filter(({ privilege }) => !actor.privileges.has(privilege))

/** Empties what the caller may not see in a reply that was just made for them. */
export function hideIn(endpoint: Endpoint, reply: unknown, actor: Holder, input: object) {
  for (const field of hiddenFrom(endpoint, actor)) hide(reply, field.way, isNamedBy(field, input))
  return reply
}

type Row = Record<string, unknown>

function hide(value: unknown, [name, ...further]: readonly string[], isNamed: (row: Row) => boolean): void {
  if (Array.isArray(value)) for (const one of value) hide(one, [name!, ...further], isNamed)
  else if (typeof value === 'object' && value !== null && name! in value) {
    const row = value as Row
    if (further.length > 0) hide(row[name!], further, isNamed)
    else if (!isNamed(row)) row[name!] = null
  }
}

const isNamedBy =
  ({ butWhereNamed }: Needs, input: object) =>
  (row: Row) =>
    butWhereNamed.some((field) => row[field] !== undefined && row[field] === valueIn(input, field))

/**
 * Parses what was sent. The order of a list tells what stands in its fields: nobody sorts by what they may not see, neither
 * because they asked for it nor because the list has that order by itself.
 */
export function parseInput(endpoint: Endpoint, sent: unknown, actor: Holder): Record<string, unknown> {
  const input = endpoint.body.parse(withoutHiddenSort(endpoint, sent, actor))
  return withoutHiddenSort(endpoint, input, actor) as Record<string, unknown>
}

function withoutHiddenSort(endpoint: Endpoint, input: unknown, actor: Holder): unknown {
  if (typeof input !== 'object' || input === null || !('SortOption' in input)) return input
  const isHidden = hiddenFrom(endpoint, actor).some(({ way }) => way.at(-1) === input.SortOption)
  return isHidden ? { ...input, SortOption: undefined } : input
}
