import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { catalogue, type Setting, type SettingName } from '../contract/settings.ts'
import { presentValue } from './settings.ts'

type Row = { Name: string; Value: unknown; UpdatedAt: string; UpdatedBy: string | null; Version: number }

export const settingRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('Setting')
    .leftJoin('UserAccount', 'UserAccount.UserId', 'Setting.UpdatedById')
    .leftJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['Setting.Name', 'Value', 'Setting.UpdatedAt', 'Setting.Version', 'Staff.PreferredName as UpdatedBy'])

/** A setting as pages show it, whether anybody changed it yet or not. */
export function settingOf(Name: SettingName, row: Row | undefined): Setting {
  const {
    description,
    group,
    default: Default,
    unit,
    list,
  } = catalogue[Name] as (typeof catalogue)[SettingName] & {
    unit?: Setting['Unit']
    list?: string
  }
  return {
    Name,
    Value: presentValue(Name, row?.Value) as Setting['Value'],
    Default: Default as Setting['Default'],
    Description: description,
    Group: group,
    Unit: unit ?? null,
    List: list ?? null,
    // What came with the house was changed by nobody.
    UpdatedAt: row?.UpdatedBy ? row.UpdatedAt : null,
    UpdatedBy: row?.UpdatedBy ?? null,
    Version: row?.Version ?? 0,
  }
}

/** Writes over the version that the form was filled from; null gives the default back. */
export async function writeSetting(ctx: Ctx, Name: SettingName, Version: number, Value: unknown): Promise<Setting> {
  const values = { Value: JSON.stringify(Value), UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now }
  const written =
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
  if (!written) throw stale(settingOf(Name, row))
  return settingOf(Name, row)
}
