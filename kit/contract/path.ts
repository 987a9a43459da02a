type ParamOf<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never

type Value = string | number
type Values<Param extends string, Search extends string> = { [Name in Param]: Value } & {
  [Name in Search]?: Value | null | undefined
}

/** A function that builds the URL of a screen from its path and search parameters; `pattern` is the screen's route. */
export type DefinedPath<Pattern extends string = string, Search extends string = string> = {
  (
    ...values: [ParamOf<Pattern>] extends [never]
      ? [values?: Values<never, Search>]
      : [values: Values<ParamOf<Pattern>, Search>]
  ): string
  pattern: Pattern
}

/** Returns the path of a record's setup page: `/setup/card-group`. */
export const recordPagePath = (name: string) => `/setup/${name.replaceAll(' ', '-')}`

/**
 * Declares the path of a screen in its area's `paths.ts`: `ratePath = path('/rates/:RateId', 'edit')`.
 * Links call the path with its parameters: `ratePath({ RateId, edit: 'terms' })`.
 * A link may pass a whole row to the path function, because parameters that the pattern lacks are ignored.
 */
export function definePath<const Pattern extends string, const Search extends string = never>(
  pattern: Pattern,
  ...search: Search[]
): DefinedPath<Pattern, Search> {
  const address = (values: Readonly<Record<string, Value | null | undefined>> = {}) => {
    const present = search.filter((name) => values[name] != null).map((name) => [name, `${values[name]}`])
    const query = present.length > 0 ? `?${new URLSearchParams(present)}` : ''
    return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(`${values[name]}`)) + query
  }
  return Object.assign(address, { pattern })
}
