import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal, toValidationRefusal } from '#kit/server/errors.ts'
import { createValueList } from '#kit/server/list.ts'
import {
  isLargeSetting,
  type LargeSettingName,
  type LargeSettingValues,
  type SettingName,
  type SettingValues,
  settingNames,
  settingsCatalogue,
} from '../contract/catalogue.ts'
import type * as contract from '../contract/settings.ts'
import { type Setting, settingRefusals } from '../contract/settings.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Checks of settings whose value refers to a record of the area. */
    settingChecks?: Readonly<Partial<Record<SettingName, (ctx: Ctx, Value: unknown) => Promise<void>>>>
    /** Returns an SQL expression for the preferred name of the staff member who has the account. */
    accountName?: (userId: RawBuilder<unknown>) => RawBuilder<string | null>
  }
}

type Row = { Name: string; Value: unknown; UpdatedAt: string; UpdatedBy: string | null; Version: number }

const accountName = ({ services }: Ctx, userId: RawBuilder<unknown>) =>
  services.areas.find((area) => area.accountName)!.accountName!(userId)

const settingRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('Setting')
    .select(['Setting.Name', 'Value', 'Setting.UpdatedAt', 'Setting.Version'])
    .select(accountName(ctx, sql.ref('Setting.UpdatedById')).as('UpdatedBy'))

/** Builds a setting as the API returns it from its definition and its stored row, which may be missing. */
function settingOf(Name: SettingName, row: Row | undefined): Setting {
  const {
    description,
    group,
    default: Default,
    unit,
    list,
  } = settingsCatalogue[Name] as (typeof settingsCatalogue)[SettingName] & {
    unit?: Setting['Unit']
    list?: string
  }
  return {
    Name,
    Value: settingValueOrDefault(Name, row?.Value) as Setting['Value'],
    Default: Default as Setting['Default'],
    Description: description,
    Group: group,
    Unit: unit ?? null,
    List: list ?? null,
    // Rows that the installation created have no user, so they count as unchanged.
    UpdatedAt: row?.UpdatedBy ? row.UpdatedAt : null,
    UpdatedBy: row?.UpdatedBy ?? null,
    Version: row?.Version ?? 0,
  }
}

/** Updates a setting if the version is current, otherwise returns `isStale`; the value null resets the setting. */
async function writeSetting(ctx: Ctx, Name: SettingName, Version: number, Value: unknown) {
  const values = { Value: JSON.stringify(Value), UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now }
  const updated =
    Version === 0
      ? await ctx.db
          .insertInto('Setting')
          .values({ Name, ...values })
          .onConflict((conflict) => conflict.column('Name').doNothing())
          .returning('Name')
          .executeTakeFirst()
      : await ctx.db
          .updateTable('Setting')
          .set({ ...values, Version: Version + 1 })
          .where('Name', '=', Name)
          .where('Version', '=', Version)
          .returning('Name')
          .executeTakeFirst()
  const row = await settingRows(ctx).where('Setting.Name', '=', Name).executeTakeFirst()
  return { setting: settingOf(Name, row), isStale: !updated }
}

const smallNames = settingNames.filter((name) => !isLargeSetting(name))
const largeNames = settingNames.filter(isLargeSetting)

/**
 * Reads all settings except the large ones.
 * The settings are read without a cache in the caller's transaction, so that a change applies on all servers at once.
 */
export async function readSettings(ctx: Pick<Ctx, 'db'>): Promise<SettingValues> {
  const rows = await ctx.db
    .selectFrom('Setting')
    .select(['Name', 'Value'])
    .where('Name', 'not in', largeNames)
    .execute()
  const stored = new Map(rows.map(({ Name, Value }) => [Name, Value]))
  return Object.fromEntries(
    smallNames.map((name) => [name, settingValueOrDefault(name, stored.get(name))]),
  ) as SettingValues
}

/** Reads one large setting, such as the logo. */
export async function readLargeSetting<Name extends LargeSettingName>(
  ctx: Pick<Ctx, 'db'>,
  name: Name,
): Promise<LargeSettingValues[Name]> {
  const row = await ctx.db.selectFrom('Setting').select('Value').where('Name', '=', name).executeTakeFirst()
  return settingValueOrDefault(name, row?.Value) as LargeSettingValues[Name]
}

/** Returns the stored value of a setting if it is valid by the setting's schema, otherwise the default. */
export function settingValueOrDefault(name: SettingName, stored: unknown) {
  if (stored === null || stored === undefined) return settingsCatalogue[name].default
  const result = settingsCatalogue[name].schema.safeParse(stored)
  return result.success ? result.data : settingsCatalogue[name].default
}

/** Lists all settings with their current values; the filter runs in memory, because there are few settings. */
export async function listSettings(ctx: Ctx, { Search, SortDirection }: Input<typeof contract.listSettings>) {
  const stored = new Map((await settingRows(ctx).execute()).map((row) => [row.Name, row]))
  const requested = Search.Name?.toLowerCase() ?? ''
  const names = settingNames.filter((name) => name.toLowerCase().includes(requested)).sort()
  if (SortDirection === 'DESC') names.reverse()
  return createValueList(names.map((name) => settingOf(name, stored.get(name))))
}

export async function updateSetting(ctx: Ctx, { Name, Version, Value }: Input<typeof contract.updateSetting>) {
  const result = z.object({ Value: settingsCatalogue[Name].schema as z.ZodType }).safeParse({ Value })
  if (!result.success) throw toValidationRefusal(result.error)
  const { setting, isStale } = await changeSetting(ctx, Name, Version, result.data.Value)
  if (isStale) throw staleVersionRefusal(setting)
  return setting
}

/** Changes the settings whose value differs, in the order of the catalogue, so that two calls do not deadlock. */
export async function updateSettings(ctx: Ctx, { Values, Versions }: Input<typeof contract.updateSettings>) {
  const names = settingNames.filter((name) => Values[name] !== undefined)
  const schema = Object.fromEntries(names.map((name) => [name, settingsCatalogue[name].schema as z.ZodType]))
  const result = z.object({ Values: z.object(schema) }).safeParse({ Values })
  if (!result.success) throw toValidationRefusal(result.error)
  const stored = new Map((await settingRows(ctx).execute()).map((row) => [row.Name, row]))
  const changed: Setting[] = []
  for (const name of names) {
    const value = result.data.Values[name]
    const present = settingOf(name, stored.get(name))
    if (JSON.stringify(value) === JSON.stringify(present.Value)) continue
    const { setting, isStale } = await changeSetting(ctx, name, Versions[name] ?? 0, value)
    if (isStale) throw settingRefusals.changedMeanwhile()
    changed.push(setting)
  }
  return { Settings: changed }
}

async function changeSetting(ctx: Ctx, Name: SettingName, Version: number, Value: unknown) {
  for (const { settingChecks } of ctx.services.areas) await settingChecks?.[Name]?.(ctx, Value)
  const written = await writeSetting(ctx, Name, Version, Value)
  ctx.audit('Update Setting', 'Setting', Name, `Update Setting in Settings. Name - ${Name}`)
  return written
}

/** Resets a setting to its default; the row stays with a null value, so that version and history continue. */
export async function resetSetting(ctx: Ctx, { Name, Version }: Input<typeof contract.resetSetting>) {
  const { setting, isStale } = await writeSetting(ctx, Name, Version, null)
  if (isStale) throw staleVersionRefusal(setting)
  ctx.audit('Reset Setting', 'Setting', Name, `Reset Setting in Settings. Name - ${Name}`)
  return setting
}
