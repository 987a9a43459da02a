import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { ServerArea } from '#kit/server/area.ts'
import { type Erased, eraseCustomer } from './erase-customer.ts'

/** Who was erased: numbers, and when their records were made, so that no other company's customer is taken for one. */
type Line = { CustomerId: number; CreatedAt: string }

/** Beside the database and in no backup of it: a backup from before still knows the person. */
export const erasedListIn = (dataDir: string) => join(dataDir, 'erased-customers.jsonl')

export async function noteErased(dataDir: string, line: Line): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await appendFile(erasedListIn(dataDir), `${JSON.stringify(line)}\n`, { mode: 0o600 })
}

export async function readErasedList(path: string): Promise<Line[]> {
  if (!existsSync(path)) return []
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => JSON.parse(line) as Line)
}

/** In a database that was restored: erases again everybody who was erased since its backup, each in a transaction. Answers whom. */
export async function eraseAgain(
  client: pg.ClientBase,
  areas: readonly ServerArea[],
  list: readonly Line[],
): Promise<{ customers: number[]; files: Erased['files'] }> {
  const customers: number[] = []
  const files: Erased['files'] = { media: [], exports: [] }
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
