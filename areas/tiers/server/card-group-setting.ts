import { settingRefusals as refusals } from '#areas/setup/contract/settings.ts'
import type { ServerArea } from '#kit/server/area.ts'

/** Checks that the default card group of the settings exists, because an unknown group would be ignored silently. */
export const defaultCardGroupSettingCheck: NonNullable<ServerArea['settingChecks']> = {
  'membership.defaultCardGroup': async (ctx, Value) => {
    if (Value === null) return
    const Name = Value as string
    const group = await ctx.db
      .selectFrom('CardGroup')
      .select('GroupId')
      .where('Name', '=', Name)
      .where('Status', '=', 'Active')
      .executeTakeFirst()
    if (!group) throw refusals.noSuchCardGroup({ Name })
  },
}
