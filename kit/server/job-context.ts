import { businessDate, type Clock } from './clock.ts'
import { type Actor, type Ctx, type Db, nobody, type Services } from './ctx.ts'
import { type Database, limits } from './database.ts'
import { queueMail } from './outbox.ts'
import { type AtEnd, inTransaction, type Origin, type TransactionOptions } from './transaction.ts'

/** What work may use that has no call's transaction: jobs, the nightly batch, imports, exports, commands. */
export type JobContext = {
  /** In whose name it writes. */
  origin: Origin
  /** For single statements; whole transactions are begun by `inJob`. */
  database: Database
  /** For COPY, LISTEN and DDL, which don't go through a pooler. */
  directUrl: string
  clock: Clock
  timeZone: string
  log: (text: string) => void
  /** Aborted when nobody waits for it any more. */
  signal?: AbortSignal | undefined
}

/** What a job of a running server may use. */
export type ServerJobContext = JobContext & { services: Services; dataDir: string }

/** Runs `work` in one transaction that may take as long as a job needs. */
export const inJob = <Result>(
  { database, origin, timeZone }: Pick<JobContext, 'database' | 'origin' | 'timeZone'>,
  options: Pick<TransactionOptions, 'readOnly' | 'snapshot' | 'bulk' | 'alike'>,
  work: (db: Db, atEnd: (add: AtEnd) => void) => Promise<Result>,
) => inTransaction(database, { origin, timeZone, limits: limits.job, ...options }, work)

type Acting = Partial<Pick<Ctx, 'sourceIP'>> & { db: Db; now: Date; requestId: string; actor?: Actor }
const nothing = () => {}

/** What a use case is given, where a job does its work: there is nobody to answer, and no text log unless the job brings one. */
export const jobCtx = (
  { timeZone, services }: Pick<ServerJobContext, 'timeZone' | 'services'>,
  { db, now, requestId, actor = nobody, sourceIP = null }: Acting,
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
  audit: nothing,
  mail: (message) => queueMail(db, message, now),
  reply: { setCookie: nothing, clearCookie: nothing, header: nothing },
  services,
})
