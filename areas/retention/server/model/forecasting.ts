import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Customers, CustomersAtCutOff, Forecasts } from './forecast.ts'

/** Runs `forecast` in a worker thread, as it computes for seconds. */
export async function forecastInThread(now: Customers, earlier: CustomersAtCutOff): Promise<Forecasts> {
  const thread = new Worker(new URL('forecasting-thread.ts', import.meta.url), { workerData: { now, earlier } })
  try {
    const [forecasts] = await once(thread, 'message')
    return forecasts
  } finally {
    await thread.terminate()
  }
}
