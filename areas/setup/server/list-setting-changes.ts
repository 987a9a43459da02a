import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { type SettingName, settingsCatalogue } from '../contract/catalogue.ts'
import type { listSettingChanges as endpoint, SettingChange } from '../contract/settings.ts'

/** Lists the changes of one setting from the audit log. */
export const listSettingChanges = (ctx: Ctx, { Name }: Input<typeof endpoint>) =>
  queryList(
    ctx.db
      .selectFrom('AuditRecord')
      .select(['AuditedAt', 'UpdatedBy', 'ActionType', 'PreviousInfo', 'UpdatedInfo'])
      .where('ObjectType', '=', 'Setting')
      .where('ObjectId', '=', Name)
      .where((eb) => eb.or([eb('ActionType', '=', 'Add'), eb('UpdatedFieldName', '=', 'Value')])),
    {
      tie: () => sql`audited_at desc, audit_record_id desc`,
      map: ({ AuditedAt, UpdatedBy, ActionType, PreviousInfo, UpdatedInfo }) => ({
        ChangedAt: AuditedAt,
        ChangedBy: UpdatedBy,
        Previous: ActionType === 'Add' ? null : parseLoggedValue(Name, PreviousInfo),
        Value: parseLoggedValue(Name, ActionType === 'Add' ? addedValue(UpdatedInfo) : UpdatedInfo),
      }),
    },
  )

/** Parses a value from the audit log, which stores texts without quotation marks, and numbers and lists as JSON. */
function parseLoggedValue(Name: SettingName, text: string | null): SettingChange['Value'] {
  if (text === null || settingsCatalogue[Name].schema.safeParse(text).success) return text
  return /^(-?\d+(\.\d+)?|\[.*\]|\{.*\})$/.test(text) ? JSON.parse(text) : text
}

/** Returns the value from the audit record of an insert, which contains all fields as JSON. */
const addedValue = (info: string | null) => (JSON.parse(info ?? '{}') as { Value?: string }).Value ?? null
