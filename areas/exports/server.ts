import type { ServerArea } from '#kit/server/area.ts'
import { downloadExport } from './contract.ts'
import { exportJob } from './server/background.ts'
import { deleteOldExportsJob } from './server/delete-old-exports.ts'
import { mountExportFiles } from './server/files.ts'
import { exportRoutes } from './server/routes.ts'
import { exportRowKinds } from './server/row-kinds.ts'
import { scheduledReportsJob } from './server/schedules/run-schedules.ts'

export const exportsServerArea: ServerArea = {
  name: 'exports',
  routes: exportRoutes,
  files: [{ calls: [downloadExport], mount: mountExportFiles }],
  rowKinds: exportRowKinds,
  jobs: [exportJob, deleteOldExportsJob, scheduledReportsJob],
  personal: {
    mentions: [
      { table: 'export_job', columns: 'title input filters reason keys message' },
      { table: 'export_schedule', columns: 'title input filters message' },
    ],
  },
}
