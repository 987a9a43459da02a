import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { catalogue, type SettingName } from '../contract/catalogue.ts'
import type { listSettingChanges as endpoint, SettingChange } from '../contract/settings.ts'

/** Read from the audit log, which nobody can write in. */
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
        Previous: ActionType === 'Add' ? null : read(Name, PreviousInfo),
        Value: read(Name, ActionType === 'Add' ? addedValue(UpdatedInfo) : UpdatedInfo),
      }),
    },
  )

/** The log holds text: a word without its quotes, and figures and lists as JSON. Which of them it is the catalogue knows. */
function read(Name: SettingName, text: string | null): SettingChange['Value'] {
  if (text === null || catalogue[Name].schema.safeParse(text).success) return text
  return /^(-?\d+(\.\d+)?|\[.*\]|\{.*\})$/.test(text) ? JSON.parse(text) : text
}

/** A row that was added is one record of all its fields, each as text. */
const addedValue = (info: string | null) => (JSON.parse(info ?? '{}') as { Value?: string }).Value ?? null
