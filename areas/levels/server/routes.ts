import { confirmUpgrade as confirmUpgradeCall } from '#areas/memberships/contract/upgrade.ts'
import { serve } from '#kit/server/serve.ts'
import * as histories from '../contract/level-histories.ts'
import * as standing from '../contract/standing.ts'
import { confirmUpgrade } from './confirm-upgrade.ts'
import { addLevelHistory } from './histories/add-level-history.ts'
import {
  approveLevelHistory,
  deleteLevelHistory,
  rejectLevelHistory,
  updateLevelHistory,
} from './histories/decide-level-history.ts'
import { getLevelHistory, listLevelHistories } from './histories/level-histories.ts'
import { getLevelStanding } from './standing/get-level-standing.ts'
import { listDowngrades } from './standing/list-downgrades.ts'
import { listQualifyingSales } from './standing/list-qualifying-sales.ts'

export const levelRoutes = [
  serve(histories.addLevelHistory, addLevelHistory),
  serve(histories.listLevelHistories, listLevelHistories),
  serve(histories.getLevelHistory, getLevelHistory),
  serve(histories.updateLevelHistory, updateLevelHistory),
  serve(histories.approveLevelHistory, approveLevelHistory),
  serve(histories.rejectLevelHistory, rejectLevelHistory),
  serve(histories.deleteLevelHistory, deleteLevelHistory),
  serve(standing.getLevelStanding, getLevelStanding),
  serve(standing.listQualifyingSales, listQualifyingSales),
  serve(standing.listDowngrades, listDowngrades),
  serve(confirmUpgradeCall, confirmUpgrade),
]
