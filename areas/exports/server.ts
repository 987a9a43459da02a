import type { ServerArea } from '#kit/server/area.ts'
import { downloadExport } from './contract.ts'
import { exportJob } from './server/background.ts'
import { deleteOldExportsJob } from './server/delete-old-exports.ts'
import { mountExportFiles } from './server/files.ts'
import { exportRoutes } from './server/routes.ts'
import { exportRows } from './server/row-kinds.ts'
import { scheduleJob } from './server/schedules/run-schedules.ts'

export const exports: ServerArea = {
  name: 'exports',
  routes: exportRoutes,
  files: [{ calls: [downloadExport], mount: mountExportFiles }],
  rowKinds: exportRows,
  jobs: [exportJob, deleteOldExportsJob, scheduleJob],
  personal: {
    mentions: [
      { table: 'export_job', columns: 'title input filters reason keys message' },
      { table: 'export_schedule', columns: 'title input filters message' },
    ],
  },
}
