import { CamelCasePlugin } from 'kysely'

// Columns are the wire's words in snake_case; this is the only place that maps them.
// Words the specification writes in capitals inside a name, so that verified_email_yn comes back as VerifiedEmailYN.
const capitals = new Map([
  ['yn', 'YN'],
  ['ip', 'IP'],
  ['sso', 'SSO'],
])

const cacheOf = (map: (name: string) => string) => {
  const known = new Map<string, string>()
  return (name: string) => {
    let mapped = known.get(name)
    if (mapped === undefined) {
      mapped = map(name)
      known.set(name, mapped)
    }
    return mapped
  }
}

/** `VerifiedEmailYN` → `verified_email_yn` */
export const toColumn = cacheOf((name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase(),
)

/** `verified_email_yn` → `VerifiedEmailYN` */
export const toField = cacheOf((column) =>
  column
    .split('_')
    .map((word) => capitals.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(''),
)

/** Kysely writes and reads the wire's names; nested JSON is left as it is. */
export class NamesPlugin extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  protected override snakeCase(name: string) {
    return toColumn(name)
  }

  protected override camelCase(column: string) {
    return toField(column)
  }
}
