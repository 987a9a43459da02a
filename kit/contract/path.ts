type ParamOf<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never

type Value = string | number
type Values<Param extends string, Search extends string> = { [Name in Param]: Value } & {
  [Name in Search]?: Value | null | undefined
}

/** Called with what its path and its search name, it answers an address; `pattern` is what its screen is found by. */
export type Path<Pattern extends string = string, Search extends string = string> = {
  (
    ...values: [ParamOf<Pattern>] extends [never]
      ? [values?: Values<never, Search>]
      : [values: Values<ParamOf<Pattern>, Search>]
  ): string
  pattern: Pattern
}

/**
 * Where a screen lies, said once in its area's `paths.ts`: `path('/rates/:RateId', 'edit')`. Anyone who links to it calls
 * that: `ratePath({ RateId, edit: 'terms' })`. Of a row it takes what it names.
 */
export function path<const Pattern extends string, const Search extends string = never>(
  pattern: Pattern,
  ...search: Search[]
): Path<Pattern, Search> {
  const address = (values: Readonly<Record<string, Value | null | undefined>> = {}) => {
    const requested = search.filter((name) => values[name] != null).map((name) => [name, `${values[name]}`])
    const query = requested.length > 0 ? `?${new URLSearchParams(requested)}` : ''
    return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(`${values[name]}`)) + query
  }
  return Object.assign(address, { pattern })
}
