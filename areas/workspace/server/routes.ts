import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { getMenuBadges } from './get-menu-badges.ts'
import { getPreferences, savePreferences } from './preferences.ts'
import { addRecentRecord, listRecentRecords } from './recent-records.ts'

export const workspaceRoutes = [
  serve(contract.getPreferences, getPreferences),
  serve(contract.savePreferences, savePreferences),
  serve(contract.addRecentRecord, addRecentRecord),
  serve(contract.listRecentRecords, listRecentRecords),
  serve(contract.getMenuBadges, getMenuBadges),
]
