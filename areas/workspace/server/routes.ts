import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { getBadges } from './get-badges.ts'
import { getPreferences } from './get-preferences.ts'
import { listRecentRecords } from './list-recent-records.ts'
import { noteRecord } from './note-record.ts'
import { savePreferences } from './save-preferences.ts'

export const workspaceRoutes = [
  serve(contract.getPreferences, getPreferences),
  serve(contract.savePreferences, savePreferences),
  serve(contract.noteRecord, noteRecord),
  serve(contract.listRecentRecords, listRecentRecords),
  serve(contract.getBadges, getBadges),
]
