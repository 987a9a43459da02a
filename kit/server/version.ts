import { databaseFunctions } from '#kit/server/functions.ts'
import type { Ctx } from './ctx.ts'
import { staleVersionRefusal } from './errors.ts'
import { toColumnName } from './names.ts'

type Versioned = {
  /** The table and the key of the record, as the audit log names them: `['ListItem', 7]`. */
  record: readonly [table: string, id: string | number]
  /** The version in the request (optional), and the current version of the record. */
  sent: number | undefined
  present: number
}

/**
 * Refuses a stale version and returns the current record with the refusal.
 * Without a Version, which the specification makes optional in updates, the last write wins.
 * For an update without a Version, the audit log records that no version was sent.
 */
export async function refuseStaleVersion(ctx: Ctx, { record, sent, present }: Versioned, current: () => unknown) {
  if (sent === present) return
  if (sent !== undefined) throw staleVersionRefusal(await current())
  const [table, id] = record
  await databaseFunctions.auditWithoutVersion(ctx.db, { target: toColumnName(table), id: String(id), present })
}
