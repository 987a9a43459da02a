import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { listSettingChanges as endpoint, SettingChange } from '../contract/settings.ts'

/** Read from the audit book, which nobody can write in. */
export async function listSettingChanges(ctx: Ctx, { Name, Rows }: Input<typeof endpoint>) {
  const records = await ctx.db
    .selectFrom('AuditRecord')
    .select(['AuditedAt', 'UpdatedBy', 'ActionType', 'PreviousInfo', 'UpdatedInfo'])
    .where('ObjectType', '=', 'Setting')
    .where('ObjectId', '=', Name)
    .where((eb) => eb.or([eb('ActionType', '=', 'Add'), eb('UpdatedFieldName', '=', 'Value')]))
    .orderBy('AuditedAt', 'desc')
    .orderBy('AuditRecordId', 'desc')
    .limit(Rows)
    .execute()
  const rows = records.map(({ AuditedAt, UpdatedBy, ActionType, PreviousInfo, UpdatedInfo }) => ({
    ChangedAt: AuditedAt,
    ChangedBy: UpdatedBy,
    Previous: ActionType === 'Add' ? null : read(PreviousInfo),
    Value: ActionType === 'Add' ? read(addedValue(UpdatedInfo)) : read(UpdatedInfo),
  }))
  return { count: rows.length, rows }
}

const read = (text: string | null): SettingChange['Value'] => (text === null ? null : JSON.parse(text))

/** A row that was added is one record of all its fields, each as text. */
const addedValue = (info: string | null) => (JSON.parse(info ?? '{}') as { Value?: string }).Value ?? null
