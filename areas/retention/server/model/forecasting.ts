import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CustomerForecasts, CustomerPurchases, CustomersAtCutOff } from './forecast.ts'

/** Calculates forecasts in a worker thread, because the calculation takes seconds of CPU time. Takes the columns over. */
export async function forecastInWorkerThread(
  current: CustomerPurchases,
  earlier: CustomersAtCutOff,
): Promise<CustomerForecasts> {
  const thread = new Worker(new URL('forecasting-thread.ts', import.meta.url), {
    workerData: { now: current, earlier },
    transferList: [...buffersOf(current), ...buffersOf(earlier)],
  })
  try {
    const [forecasts] = await once(thread, 'message')
    return forecasts
  } finally {
    await thread.terminate()
  }
}

const buffersOf = (columns: object) =>
  Object.values(columns).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : []))
