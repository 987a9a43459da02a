import type { Ctx } from '#kit/server/ctx.ts'
import { catalogue, type SettingName, type Settings, settingNames } from '../contract/settings.ts'

/**
 * All settings as they are now, typed by the catalogue. Read in the caller's own transaction and remembered nowhere:
 * a change counts from its commit on, for every server.
 */
export async function settings(ctx: Pick<Ctx, 'db'>): Promise<Settings> {
  const rows = await ctx.db.selectFrom('Setting').select(['Name', 'Value']).execute()
  const stored = new Map(rows.map(({ Name, Value }) => [Name, Value]))
  return Object.fromEntries(settingNames.map((name) => [name, presentValue(name, stored.get(name))])) as Settings
}

/** What is stored, unless it is nothing or not what the catalogue allows (any more): then the default. */
export function presentValue(name: SettingName, stored: unknown) {
  if (stored === null || stored === undefined) return catalogue[name].default
  const read = catalogue[name].schema.safeParse(stored)
  return read.success ? read.data : catalogue[name].default
}
