import { forgetExpired } from '#areas/access/server/forget-expired.ts'
import { importFiles, imports } from '#areas/imports/server/background.ts'
import { housekeeping } from '#kit/server/housekeeping.ts'
import type { Job } from '#kit/server/jobs.ts'

/** Every job that runs in the background. One that is not in this list does not run. */
export const jobs: readonly Job[] = [housekeeping, forgetExpired, imports, importFiles]
