import { CamelCasePlugin } from 'kysely'

// Converts API field names to snake_case columns and back.
// The listed words are upper case inside a field name: verified_email_yn ↔ VerifiedEmailYN.
const capitals = new Map([
  ['yn', 'YN'],
  ['ip', 'IP'],
  ['sso', 'SSO'],
])

const cacheOf = (map: (name: string) => string) => {
  const cache = new Map<string, string>()
  return (name: string) => {
    let mapped = cache.get(name)
    if (mapped === undefined) {
      mapped = map(name)
      cache.set(name, mapped)
    }
    return mapped
  }
}

/** Converts a field name to a column name: `VerifiedEmailYN` → `verified_email_yn`. */
export const toColumnName = cacheOf((name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase(),
)

/** Converts a column name to a field name: `verified_email_yn` → `VerifiedEmailYN`. */
export const toFieldName = cacheOf((column) =>
  column
    .split('_')
    .map((word) => capitals.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(''),
)

/** A Kysely plugin that uses API field names for columns. It does not convert nested JSON. */
export class FieldNamesPlugin extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  protected override snakeCase(name: string) {
    return toColumnName(name)
  }

  protected override camelCase(column: string) {
    return toFieldName(column)
  }
}
