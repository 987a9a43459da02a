import { businessDate, type Clock } from './clock.ts'
import { type Actor, anonymousActor, type Ctx, type Db, type Services } from './ctx.ts'
import { type Database, transactionTimeouts } from './database.ts'
import { queueMail } from './outbox.ts'
import { type BeforeCommitCallback, type ChangeOrigin, inTransaction, type TransactionOptions } from './transaction.ts'

/** The context of work outside a call: jobs, the nightly batch, imports, exports and CLI commands. */
export type JobContext = {
  /** The author of the changes in the audit log. */
  origin: ChangeOrigin
  /** The database for single statements. Use `inJob` for transactions. */
  database: Database
  /** The direct database URL for COPY, LISTEN and DDL, which cannot use a transaction pooler. */
  directUrl: string
  clock: Clock
  timeZone: string
  log: (text: string) => void
  /** Aborts when the result of the work is no longer needed. */
  signal?: AbortSignal | undefined
}

/** The context of a background job in a running server. */
export type ServerJobContext = JobContext & { services: Services; dataDir: string }

/** Runs `work` in one transaction, by default with the time limits of a job. */
export const inJobTransaction = <Result>(
  { database, origin, timeZone }: Pick<JobContext, 'database' | 'origin' | 'timeZone'>,
  options: Pick<TransactionOptions, 'readOnly' | 'snapshot' | 'bulk' | 'preparePlans' | 'limits'>,
  work: (db: Db, atEnd: (add: BeforeCommitCallback) => void) => Promise<Result>,
) => inTransaction(database, { origin, timeZone, limits: transactionTimeouts.job, ...options }, work)

type JobCtxInput = Partial<Pick<Ctx, 'sourceIP'>> & { db: Db; now: Date; requestId: string; actor?: Actor }
const noop = () => {}

/** Builds the context of a use case that a job runs. The context has no HTTP reply, and no text log by default. */
export const createUseCaseContext = (
  { timeZone, services }: Pick<ServerJobContext, 'timeZone' | 'services'>,
  { db, now, requestId, actor = anonymousActor, sourceIP = null }: JobCtxInput,
): Ctx => ({
  db,
  actor,
  now,
  today: businessDate(now, timeZone),
  timeZone,
  requestId,
  sourceIP,
  userAgent: null,
  web: false,
  audit: noop,
  mail: (message) => queueMail(db, message, now),
  reply: { setCookie: noop, clearCookie: noop, header: noop },
  services,
})
