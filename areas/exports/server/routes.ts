import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addExport, cancelExport, runExportAgain } from './add-export.ts'
import { exportStatus, listExports } from './exports.ts'

/** Files that are made while somebody waits for them; as many again are made in the background. */
const AT_ONCE = 2

const line = limitConcurrency(AT_ONCE)

export const exportRoutes = [
  serve(contract.addExport, addExport, 'report', line),
  serve(contract.listExports, listExports),
  serve(contract.exportStatus, exportStatus),
  serve(contract.cancelExport, cancelExport),
  serve(contract.runExportAgain, runExportAgain, 'report', line),
]
