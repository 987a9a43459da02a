import { serve } from '#kit/server/serve.ts'
import { turns } from '#kit/server/turns.ts'
import * as contract from '../contract.ts'
import { addExport, cancelExport, runExportAgain } from './add-export.ts'
import { exportStatus, listExports } from './exports.ts'

/** Files that are made while somebody waits for them; as many again are made in the background. */
const AT_ONCE = 2

const line = turns(AT_ONCE)

export const exportRoutes = [
  serve(contract.addExport, addExport, 'report', line),
  serve(contract.listExports, listExports),
  serve(contract.exportStatus, exportStatus),
  serve(contract.cancelExport, cancelExport),
  serve(contract.runExportAgain, runExportAgain, 'report', line),
]
