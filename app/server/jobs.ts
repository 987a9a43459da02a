import { forgetExpired } from '#areas/access/server/forget-expired.ts'
import { proveJob } from '#areas/expiry/server/index.ts'
import { exportJob } from '#areas/exports/server/background.ts'
import { exportFiles } from '#areas/exports/server/forget-exports.ts'
import { importFiles, imports } from '#areas/imports/server/background.ts'
import { mediaCleanUp } from '#areas/media/server/clean-up.ts'
import { nightJob } from '#areas/points/server/index.ts'
import { simulationJob } from '#areas/points/server/rules/simulation/background.ts'
import { housekeeping } from '#kit/server/housekeeping.ts'
import type { Job } from '#kit/server/jobs.ts'
import { lists } from './areas.ts'
import { nightSteps } from './night.ts'

/** Every job that runs in the background. One that is not in this list does not run. */
export const jobs: readonly Job[] = [
  housekeeping,
  forgetExpired,
  imports,
  importFiles,
  exportJob(lists),
  exportFiles,
  mediaCleanUp,
  simulationJob,
  nightJob(nightSteps),
  proveJob,
]
