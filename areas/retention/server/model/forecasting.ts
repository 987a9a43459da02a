import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CustomerForecasts, CustomerPurchases, CustomersAtCutOff } from './forecast.ts'

/** Calculates forecasts in a worker thread, because the calculation takes seconds of CPU time. */
export async function forecastInWorkerThread(
  current: CustomerPurchases,
  earlier: CustomersAtCutOff,
): Promise<CustomerForecasts> {
  const thread = new Worker(new URL('forecasting-thread.ts', import.meta.url), {
    workerData: { now: current, earlier },
  })
  try {
    const [forecasts] = await once(thread, 'message')
    return forecasts
  } finally {
    await thread.terminate()
  }
}
