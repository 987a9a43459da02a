import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'

const DAY_MS = 86_400_000
const UNATTACHED_DAYS = 1
const DELETED_DAYS = 30

/** Removes files that no page can show: uploads that were never attached, deleted files, and content without a row. */
export const mediaCleanUpJob: BackgroundJob = {
  name: 'media-clean-up',
  schedule: '10 3 * * *',
  run: removeUnreachableFiles,
}

export async function removeUnreachableFiles(context: ServerJobContext): Promise<void> {
  const { services, clock, log } = context
  const storage = services.storage('media')
  const now = clock().getTime()
  for (const { StoredName, ThumbnailName } of await deleteRows(context, now)) {
    await storage.delete(StoredName)
    if (ThumbnailName) await storage.delete(ThumbnailName)
  }
  const referencedNames = await findReferencedNames(context)
  let orphans = 0
  for await (const { name, modified } of storage.list()) {
    // Content without a row stays for a day, because the row of a file is written after its content.
    if (referencedNames.has(name) || now - modified.getTime() < UNATTACHED_DAYS * DAY_MS) continue
    await storage.delete(name)
    orphans++
  }
  if (orphans > 0) log(`${orphans} files without a row removed`)
}

const deleteRows = (context: ServerJobContext, now: number) =>
  inJobTransaction(context, {}, (db) =>
    db
      .deleteFrom('Media')
      .where((eb) =>
        eb.or([
          eb.and([eb('ObjectType', 'is', null), eb('CreatedAt', '<', daysBefore(now, UNATTACHED_DAYS))]),
          eb.and([eb('Status', '=', 'Deleted'), eb('UpdatedAt', '<', daysBefore(now, DELETED_DAYS))]),
        ]),
      )
      .returning(['StoredName', 'ThumbnailName'])
      .execute(),
  )

async function findReferencedNames(context: ServerJobContext) {
  const rows = await inJobTransaction(context, { readOnly: true }, (db) =>
    db.selectFrom('Media').select(['StoredName', 'ThumbnailName']).execute(),
  )
  return new Set(rows.flatMap(({ StoredName, ThumbnailName }) => [StoredName, ThumbnailName]))
}

const daysBefore = (now: number, days: number) => new Date(now - days * DAY_MS).toISOString()
