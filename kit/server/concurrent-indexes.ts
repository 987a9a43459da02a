import type pg from 'pg'

// A migration file that has only `create index concurrently` statements is applied outside a transaction.
// Calls can write to the table while its index is built.

const statement = /^create (?:unique )?index concurrently (?<name>[a-z_]+) on [^;]+$/s

const statementsIn = (text: string) =>
  text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const isConcurrent = (text: string) => statementsIn(text).some((part) => part.includes('concurrently'))

/** Creates the indexes of a file that do not exist yet. Throws if the file has other statements. */
export async function createIndexesConcurrently(client: pg.Client, text: string): Promise<void> {
  const indexes = statementsIn(text).map((part) => {
    const name = statement.exec(part)?.groups?.name
    if (name === undefined) throw new Error(`A file with concurrent indexes has no other statements: ${part}`)
    return { name, part }
  })
  for (const { name, part } of indexes) {
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [name],
    )
    if (rows[0]?.valid) continue
    // An interrupted statement leaves an invalid index.
    if (rows[0]) await client.query(`drop index concurrently ${name}`)
    await client.query(part)
  }
}
