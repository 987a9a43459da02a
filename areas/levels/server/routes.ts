import * as upgrade from '#areas/memberships/contract/upgrade.ts'
import { serve } from '#kit/server/serve.ts'
import * as histories from '../contract/level-histories.ts'
import * as levelStatus from '../contract/status.ts'
import { addLevelHistory } from './histories/add-level-history.ts'
import {
  approveLevelHistory,
  deleteLevelHistory,
  rejectLevelHistory,
  undoLevelHistory,
  updateLevelHistory,
} from './histories/decide-level-history.ts'
import { getLevelHistory, listLevelHistories } from './histories/level-histories.ts'
import { previewLevelHistory } from './histories/preview-level-history.ts'
import { getLevelStatus } from './status/get-level-status.ts'
import { listDowngrades } from './status/list-downgrades.ts'
import { listQualifyingSales } from './status/list-qualifying-sales.ts'
import { cancelUpgrade } from './upgrade/cancel-upgrade.ts'
import { confirmUpgrade } from './upgrade/confirm-upgrade.ts'
import { listUpgradeInvoices } from './upgrade/list-upgrade-invoices.ts'
import { prepareUpgrade } from './upgrade/prepare-upgrade.ts'

/** The routes of the upgrade endpoints, which the contract of memberships declares. */
export const upgradeRoutes = [
  serve(upgrade.listUpgradeInvoices, listUpgradeInvoices),
  serve(upgrade.prepareUpgrade, prepareUpgrade),
  serve(upgrade.confirmUpgrade, confirmUpgrade),
  serve(upgrade.cancelUpgrade, cancelUpgrade),
]

export const levelRoutes = [
  serve(histories.addLevelHistory, addLevelHistory),
  serve(histories.listLevelHistories, listLevelHistories),
  serve(histories.getLevelHistory, getLevelHistory),
  serve(histories.previewLevelHistory, previewLevelHistory),
  serve(histories.updateLevelHistory, updateLevelHistory),
  serve(histories.approveLevelHistory, approveLevelHistory),
  serve(histories.undoLevelHistory, undoLevelHistory),
  serve(histories.rejectLevelHistory, rejectLevelHistory),
  serve(histories.deleteLevelHistory, deleteLevelHistory),
  serve(levelStatus.getLevelStatus, getLevelStatus),
  serve(levelStatus.listQualifyingSales, listQualifyingSales),
  serve(levelStatus.listDowngrades, listDowngrades),
  ...upgradeRoutes,
]
