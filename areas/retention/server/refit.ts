import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { businessDate } from '#kit/server/clock.ts'
import type { Db } from '#kit/server/ctx.ts'
import { inJobTransaction, type JobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { FITTED_CUSTOMERS_MAX, RETURNING_CUSTOMERS_MIN } from '../contract.ts'
import type { CalibrationRow, CustomerForecasts, CustomerPurchases } from './model/forecast.ts'
import { type RunForecastingTask, withForecastingThread } from './model/forecasting.ts'
import { CustomerSample } from './model/sample.ts'

export const REFIT_JOB_NAME = 'retention'
/** Number of days that calibration holds back: a model fitted to earlier days has to predict their purchases. */
const CALIBRATION_DAYS = 365
/** Number of days after which forecasts are renewed even if no purchase has changed. */
const FRESH_DAYS = 7
/** Number of customers whose purchases are read, and whose forecasts one transaction writes. */
const CHUNK_SIZE = 5_000
/** Maximum number of stored model fits; older fits are deleted. */
const FITS_MAX = 400

/** The forecast job runs every night after the sales of the day have arrived. */
export const refitRetentionJob: BackgroundJob = {
  name: REFIT_JOB_NAME,
  schedule: '20 3 * * *',
  neverRan: async ({ pool }) => (await pool.query('select from retention_fit limit 1')).rowCount === 0,
  run: async (context) => {
    await refitRetentionModels(context)
  },
}

/** A customer's purchases up to a day. Days are counted from 2000; `Later` is the number of purchase days after that day. */
type PurchaseHistory = { Customer: number; First: number; Last: number; Days: number; Value: number; Later: number }

/** All purchases up to a day: a sample of the customers, the number of all and of returning ones, and a hash. */
type PurchaseSummary = { sample: CustomerPurchases; customers: number; cameBack: number; digest: string }

/**
 * Fits the purchase model to all purchases up to yesterday and stores a forecast for each customer.
 * The job does not fit the model again if the purchases have not changed since a recent fit.
 * The job reads purchases in snapshots, computes in a worker thread, and reads and writes in chunks.
 */
export async function refitRetentionModels(context: JobContext) {
  const startedAt = performance.now()
  const at = context.clock()
  const today = businessDate(at, context.timeZone)
  const asOf = dayBefore(today, 1)
  const cutOff = dayBefore(asOf, CALIBRATION_DAYS)
  const { current, earlier, reusableFit } = await inSnapshot(context, async (db) => {
    const current = await summarisePurchases(db, asOf, asOf)
    const reusableFit = await findReusableFit(db, current.digest, dayBefore(asOf, FRESH_DAYS))
    const needsFit = !reusableFit && current.cameBack >= RETURNING_CUSTOMERS_MIN
    return { current, reusableFit, earlier: needsFit ? await summarisePurchases(db, cutOff, asOf) : undefined }
  })
  const { customers, cameBack, digest } = current
  if (reusableFit) {
    await inJobTransaction(context, {}, (db) =>
      sql`update retention_fit set checked_at = ${at.toISOString()} where fit_id = ${reusableFit.FitId}`.execute(db),
    )
    return { status: 'Unchanged' as const, customers, cameBack: reusableFit.CameBack }
  }
  const { fitted, calibration } = await withForecastingThread(async (runTask) => {
    const fitted = earlier ? await runTask('fitModels', current.sample) : undefined
    await inSnapshot(context, async (db) => {
      for await (const histories of readHistories(db, asOf, asOf)) {
        const forecasts =
          fitted && (await runTask('forecastCustomers', fitted.parameters, toPurchases(histories, asOf)))
        await writeForecasts(context, asOf, histories, forecasts)
      }
    })
    return {
      fitted,
      calibration: fitted && earlier && (await calibrateByLaterPurchases(context, runTask, earlier, cutOff, asOf)),
    }
  })
  const status = fitted ? ('Fitted' as const) : earlier ? ('No fit' as const) : ('Too few' as const)
  await inJobTransaction(context, {}, async (db) => {
    // Customers whose purchases were all returned or moved to another member lose their forecast.
    await sql`delete from customer_forecast where as_of < ${asOf}::date`.execute(db)
    await sql`
      insert into retention_fit (as_of, fitted_at, checked_at, milliseconds, status, customers, came_back, parameters, errors, log_likelihood, calibration,
        purchases_digest)
      values (${asOf}, ${at.toISOString()}, ${at.toISOString()}, ${Math.round(performance.now() - startedAt)}, ${status}, ${customers},
        ${cameBack}, ${json(fitted?.parameters)}, ${json(fitted?.errors)},
        ${fitted?.logLikelihood.toFixed(4) ?? null}, ${json(toStoredCalibration(calibration, cutOff))},
        ${digest})`.execute(db)
    await sql`delete from retention_fit where fit_id <= (select max(fit_id) from retention_fit) - ${FITS_MAX}`.execute(
      db,
    )
  })
  return { status, customers, cameBack }
}

const inSnapshot = <Result>(context: JobContext, work: (db: Db) => Promise<Result>) =>
  inJobTransaction(context, { readOnly: true, snapshot: true }, work)

/** Reads all purchases known until a day, and the number of purchase days after it until another day. */
async function summarisePurchases(db: Db, knownUntil: string, seenUntil: string): Promise<PurchaseSummary> {
  const sample = new CustomerSample(FITTED_CUSTOMERS_MAX)
  const hash = createHash('sha256')
  let [customers, cameBack] = [0, 0]
  for await (const histories of readHistories(db, knownUntil, seenUntil)) {
    sample.add(toPurchases(histories, knownUntil))
    const hashed = histories.flatMap(({ Customer, First, Last, Days, Value }) => [Customer, First, Last, Days, Value])
    hash.update(Float64Array.from(hashed))
    customers += histories.length
    cameBack += histories.filter(({ Days }) => Days > 1).length
  }
  return { sample: sample.customers(), customers, cameBack, digest: hash.digest('hex') }
}

/** Fits the model to the purchases before the cut-off, and compares it with the purchases of all customers since then. */
async function calibrateByLaterPurchases(
  context: JobContext,
  runTask: RunForecastingTask,
  earlier: PurchaseSummary,
  cutOff: string,
  asOf: string,
): Promise<CalibrationRow[] | undefined> {
  if (earlier.cameBack < RETURNING_CUSTOMERS_MIN) return undefined
  const parameters = await runTask('fitPurchaseModel', earlier.sample)
  if (!parameters) return undefined
  return inSnapshot(context, async (db) => {
    let rows: CalibrationRow[] = []
    for await (const histories of readHistories(db, cutOff, asOf)) {
      const later = Uint16Array.from(histories, ({ Later }) => Later)
      const added = await runTask('calibrateModel', parameters, toPurchases(histories, cutOff), later, CALIBRATION_DAYS)
      rows = added.map((row, index) => addRows(row, rows[index]))
    }
    return rows.filter((row) => row.customers > 0)
  })
}

const addRows = (row: CalibrationRow, other?: CalibrationRow): CalibrationRow => ({
  ...row,
  customers: row.customers + (other?.customers ?? 0),
  expected: row.expected + (other?.expected ?? 0),
  came: row.came + (other?.came ?? 0),
})

/** Returns the latest fit of the model if its purchases are unchanged and it is recent; otherwise undefined. */
async function findReusableFit(db: Db, digest: string, since: string) {
  const { rows } = await sql<{ FitId: number; CameBack: number }>`
    select latest.fit_id, latest.came_back from (select * from retention_fit order by fit_id desc limit 1) latest
    where latest.purchases_digest = ${digest} and latest.as_of > ${since}::date`.execute(db)
  return rows[0]
}

/** Reads the purchase histories of all customers in chunks. */
async function* readHistories(db: Db, knownUntil: string, seenUntil: string): AsyncGenerator<PurchaseHistory[]> {
  // Makes PostgreSQL plan the cursor for fetching all rows instead of the first few.
  await sql`set local cursor_tuple_fraction = 1`.execute(db)
  await sql`
    declare histories no scroll cursor for
    select customer_id as customer, first_day - '2000-01-01'::date as first, last_day - '2000-01-01'::date as last, days,
      repeat_value::float8 as value, later_days as later
    from purchase_histories(${knownUntil}::date, ${seenUntil}::date) order by customer_id`.execute(db)
  for (;;) {
    const { rows } = await sql<PurchaseHistory>`fetch ${sql.lit(CHUNK_SIZE)} from histories`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < CHUNK_SIZE) break
  }
  await sql`close histories`.execute(db)
}

function toPurchases(histories: readonly PurchaseHistory[], asOf: string): CustomerPurchases {
  const day = Math.round((Date.parse(asOf) - Date.parse('2000-01-01')) / 86_400_000)
  return {
    days: Uint16Array.from(histories, ({ Days }) => Days),
    lastAt: Uint32Array.from(histories, ({ First, Last }) => Last - First),
    age: Uint32Array.from(histories, ({ First }) => day - First),
    repeatValue: Float64Array.from(histories, ({ Value }) => Value),
  }
}

async function writeForecasts(
  context: JobContext,
  asOf: string,
  histories: readonly PurchaseHistory[],
  forecasts: CustomerForecasts | undefined,
) {
  const values = histories.map(({ Customer, First, Last, Days }, index) => ({
    customer: Customer,
    first: First,
    last: Last,
    days: Days,
    usual: Days > 1 ? Math.max(1, Math.round((Last - First) / (Days - 1))) : null,
    active: forecasts?.active[index] ?? null,
    expected: forecasts?.expected[index] ?? null,
    spend: forecasts?.spend[index] ?? null,
  }))
  await inJobTransaction(context, {}, (db) =>
    sql`
      insert into customer_forecast (customer_id, as_of, purchase_days, first_purchase_date, last_purchase_date, usual_days,
        probability_active, expected_purchases, expected_value)
      select customer, ${asOf}, days, '2000-01-01'::date + first, '2000-01-01'::date + last, usual,
        round(active, 4), round(expected, 3), round(expected * greatest(0, spend), 2)
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as row(customer bigint, first int, last int, days int, usual int, active numeric,
        expected numeric, spend numeric)
      where exists (select from customer where customer_id = row.customer)
      on conflict (customer_id) do update set as_of = excluded.as_of, purchase_days = excluded.purchase_days,
        first_purchase_date = excluded.first_purchase_date, last_purchase_date = excluded.last_purchase_date, usual_days = excluded.usual_days,
        probability_active = excluded.probability_active, expected_purchases = excluded.expected_purchases, expected_value = excluded.expected_value`.execute(
      db,
    ),
  )
}

const toStoredCalibration = (rows: readonly CalibrationRow[] | undefined, Until: string) =>
  rows && {
    Until,
    Rows: rows.map(({ repeats, orMore, customers, expected, came }) => ({
      Repeats: repeats,
      OrMoreYN: orMore ? 'Y' : 'N',
      Customers: customers,
      Expected: (expected / customers).toFixed(3),
      Came: (came / customers).toFixed(3),
    })),
    ExpectedInAll: rows.reduce((sum, { expected }) => sum + expected, 0).toFixed(1),
    CameInAll: rows.reduce((sum, { came }) => sum + came, 0),
  }

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
