import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { importFailedRows, uploadImport, uploadVouchers } from './contract.ts'
import { importsPath } from './paths.ts'
import { importQueueJob as importJob, uploadCleanUpJob } from './server/background.ts'
import { mountImportFiles } from './server/files.ts'
import { largeImportApprovalKind } from './server/large-import.ts'
import { countPendingImports } from './server/pending-imports.ts'
import { importRoutes } from './server/routes.ts'
import { importRowKinds } from './server/row-kinds.ts'

export const importsServerArea: ServerArea = {
  name: 'imports',
  routes: importRoutes,
  files: [{ calls: [uploadImport, importFailedRows, uploadVouchers], mount: mountImportFiles }],
  rowKinds: importRowKinds,
  jobs: [importJob, uploadCleanUpJob],
  approvalKinds: [largeImportApprovalKind],
  badges: { [importsPath.pattern]: countPendingImports },
  merge: {
    blockers: { import: () => sql`select '', '' from import_job where kind = 'sales' and status = 'Running'` },
  },
  personal: {
    mentions: [
      { table: 'import_row_result', columns: 'reason value content faults' },
      { table: 'import_job', columns: 'file_name message sample mapping' },
    ],
  },
}
