import type { ServerArea } from '#kit/server/area.ts'
import { reportingFilesJob } from './server/files/job.ts'

/** Gives analysts read access of their own: the views of the schema reporting_v1, and files of these views. */
export const reportingViewsServerArea: ServerArea = {
  name: 'reporting-views',
  routes: [],
  jobs: [reportingFilesJob],
}
