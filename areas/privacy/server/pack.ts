import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { toField } from '#kit/server/names.ts'
import { Part } from '../contract.ts'
import { personalTables, words } from './catalogue.ts'
import { conditionFor, type Person } from './who.ts'

export type PackTable = { part: string; name: string; rows: Record<string, unknown>[] }
export type Pack = { tables: PackTable[]; files: { name: string; content: Buffer }[] }

/** Keys of ours and who of our people typed what: they say nothing to the customer. */
const ours = /(^|_)(by_id|staff_id|version)$|^(created_by_id|updated_by_id|owner_staff_id|once_key)$/

/** Everything that the areas hold about one person, table by table; what is not given, each area says with a reason. */
export async function gatherPack(ctx: Ctx, person: Person): Promise<Pack> {
  const tables: PackTable[] = []
  for (const table of personalTables(ctx.services.areas)) {
    if (table.hides === '*') continue
    const hidden = new Set(words(table.hides))
    const { rows } = await sql<{ Row: Record<string, unknown> }>`
      select to_jsonb(r) as row from ${sql.table(table.table)} r where ${sql.raw(conditionFor(table, person))} order by 1 limit 50000`.execute(
      ctx.db,
    )
    const given = rows.map(({ Row }) =>
      Object.fromEntries(
        Object.entries(Row)
          .filter(([column, value]) => value !== null && !hidden.has(column) && !ours.test(column))
          .map(([column, value]) => [toField(column), value]),
      ),
    )
    if (given.length > 0) tables.push({ part: table.part, name: toField(table.table), rows: given })
  }
  const place = ({ part }: PackTable) => Part.options.indexOf(part as Part)
  return { tables: tables.toSorted((one, other) => place(one) - place(other)), files: await filesOf(ctx, person) }
}

/** Pictures of their favourites. */
async function filesOf(ctx: Ctx, { customers }: Person) {
  const { rows } = await sql<{ StoredName: string; FileName: string; MediaId: number }>`
    select stored_name, file_name, media_id from media
    where object_type = 'FavouriteId' and status = 'Active'
      and object_id in (select favourite_id::text from favourite where customer_id = any(${customers}))`.execute(ctx.db)
  const files: Pack['files'] = []
  for (const { StoredName, FileName, MediaId } of rows) {
    const stored = await ctx.services.storage('media').get(StoredName)
    if (stored)
      files.push({
        name: `files/${MediaId}-${FileName.replace(/[^\w.-]+/g, '_')}`,
        content: await bytesOf(stored.content),
      })
  }
  return files
}

async function bytesOf(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
