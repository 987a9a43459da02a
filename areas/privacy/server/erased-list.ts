import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { ServerArea } from '#kit/server/area.ts'
import { type ErasureResult, eraseCustomer } from './erase-customer.ts'

/** The creation time distinguishes customers with the same id in the databases of different companies. */
type ErasedCustomer = { CustomerId: number; CreatedAt: string }

/** The list of erased customers is outside the database and its backups, because old backups still contain them. */
export const erasedListPath = (dataDir: string) => join(dataDir, 'erased-customers.jsonl')

export async function recordErasure(dataDir: string, customer: ErasedCustomer): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await appendFile(erasedListPath(dataDir), `${JSON.stringify(customer)}\n`, { mode: 0o600 })
}

export async function readErasedList(path: string): Promise<ErasedCustomer[]> {
  if (!existsSync(path)) return []
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => JSON.parse(line) as ErasedCustomer)
}

/** Repeats the listed erasures in a restored database and returns the ids of the erased customers. */
export async function repeatErasures(
  client: pg.ClientBase,
  areas: readonly ServerArea[],
  list: readonly ErasedCustomer[],
): Promise<{ customers: number[]; files: ErasureResult['files'] }> {
  const customers: number[] = []
  const files: ErasureResult['files'] = { media: [], exports: [] }
  for (const { CustomerId, CreatedAt } of list) {
    await client.query('begin')
    try {
      const { rows } = await client.query(
        `select from customer c where c.customer_id = $1 and date_trunc('milliseconds', c.created_at) = date_trunc('milliseconds', $2::timestamptz)
           and (c.erased_at is null or exists (select from customer_erasure e where e.customer_id = $1 and e.status = 'Waiting'))`,
        [CustomerId, CreatedAt],
      )
      if (rows.length > 0) {
        await client.query(`select set_config('carat.origin', '{"name": "carat restore"}', true)`)
        const erased = await eraseCustomer(client, areas, CustomerId, { Again: 'after a restore' })
        customers.push(CustomerId)
        files.media.push(...erased.files.media)
        files.exports.push(...erased.files.exports)
      }
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  return { customers, files }
}
