import type { ServerJobContext } from '#kit/server/job-context.ts'

/** Part of the job context that an exchange with the ERP needs. */
export type ErpContext = Pick<ServerJobContext, 'database' | 'origin' | 'directUrl' | 'clock' | 'log'>
