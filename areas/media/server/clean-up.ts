import { inJob, type ServerJobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'

const DAY_MS = 86_400_000
const UNATTACHED_DAYS = 1
const DELETED_DAYS = 30

/** Takes away what nobody can reach any more: uploads that no form was saved with, deleted files, content without a record. */
export const mediaCleanUp: Job = { name: 'media-clean-up', schedule: '10 3 * * *', run: cleanUp }

export async function cleanUp(context: ServerJobContext): Promise<void> {
  const { services, clock, log } = context
  const shelf = services.storage('media')
  const now = clock().getTime()
  for (const { StoredName, ThumbnailName } of await forgetRows(context, now)) {
    await shelf.delete(StoredName)
    if (ThumbnailName) await shelf.delete(ThumbnailName)
  }
  const known = await knownNames(context)
  let orphans = 0
  for await (const { name, modified } of shelf.list()) {
    // A day's grace: the record of a file is written after its content.
    if (known.has(name) || now - modified.getTime() < UNATTACHED_DAYS * DAY_MS) continue
    await shelf.delete(name)
    orphans++
  }
  if (orphans > 0) log(`${orphans} files that belonged to no record were taken away`)
}

const forgetRows = (context: ServerJobContext, now: number) =>
  inJob(context, {}, (db) =>
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

async function knownNames(context: ServerJobContext) {
  const rows = await inJob(context, { readOnly: true }, (db) =>
    db.selectFrom('Media').select(['StoredName', 'ThumbnailName']).execute(),
  )
  return new Set(rows.flatMap(({ StoredName, ThumbnailName }) => [StoredName, ThumbnailName]))
}

const daysBefore = (now: number, days: number) => new Date(now - days * DAY_MS).toISOString()
