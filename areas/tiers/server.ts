import type { ServerArea } from '#kit/server/area.ts'
import { cardCategoryRoutes } from './server/card-categories.ts'
import { cardGroupSetting } from './server/card-group-setting.ts'
import { cardGroupRoutes } from './server/card-groups.ts'
import { cardLevelRoutes } from './server/card-levels.ts'
import { cardLevelsSetupStep } from './server/first-steps.ts'

const routes = [...cardGroupRoutes, ...cardCategoryRoutes, ...cardLevelRoutes]

/** Area of card groups, categories and levels; their pages belong to the area `memberships`. */
export const tiers: ServerArea = {
  name: 'tiers',
  routes,
  belongsTo: { memberships: routes },
  firstSteps: cardLevelsSetupStep,
  settingChecks: cardGroupSetting,
}
