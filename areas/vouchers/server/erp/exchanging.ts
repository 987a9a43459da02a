import type { ServerJobContext } from '#kit/server/job-context.ts'

/** What an exchange with the ERP works with. */
export type Exchanging = Pick<ServerJobContext, 'database' | 'origin' | 'directUrl' | 'clock' | 'log'>
