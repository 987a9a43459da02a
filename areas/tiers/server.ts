import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import * as records from './contract/records.ts'
import { cardCategoryRoutes } from './server/card-categories.ts'
import { defaultCardGroupSettingCheck } from './server/card-group-setting.ts'
import { cardLevelRoutes } from './server/card-levels.ts'
import { cardLevelsSetupStep } from './server/first-steps.ts'

const routes = [...cardCategoryRoutes, ...cardLevelRoutes]

/** Area of card groups, categories and levels; their pages belong to the area `memberships`. */
export const tiersServerArea: ServerArea = {
  name: 'tiers',
  routes,
  records: Object.values(records),
  uses: {
    CardGroup: {
      Categories: ({ GroupId }) => sql`card_category where card_group_id = ${GroupId} and status <> 'Deleted'`,
    },
    CardCategory: {
      Levels: ({ CardCategoryId }) =>
        sql`card_level where card_category_id = ${CardCategoryId} and status <> 'Deleted'`,
    },
  },
  belongsTo: { memberships: routes },
  firstSteps: cardLevelsSetupStep,
  settingChecks: defaultCardGroupSettingCheck,
}
