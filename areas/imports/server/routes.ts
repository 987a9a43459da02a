import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { dryRunImport } from './dry-run-import.ts'
import { getImport, importStatus, listImportRows, listImports } from './imports.ts'
import { readImport } from './read-import.ts'
import { startImport } from './start-import.ts'

export const importRoutes = [
  serve(contract.listImports, listImports),
  serve(contract.getImport, getImport),
  serve(contract.readImport, readImport),
  serve(contract.dryRunImport, dryRunImport, 'job'),
  serve(contract.runImport, startImport),
  serve(contract.importStatus, importStatus),
  serve(contract.listImportRows, listImportRows),
]
