import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Customers, Earlier, Forecasts } from './forecast.ts'

/** `forecast` in a thread of its own: for some seconds of computing no call waits. */
export async function forecasting(now: Customers, earlier: Earlier): Promise<Forecasts> {
  const thread = new Worker(new URL('forecasting-thread.ts', import.meta.url), { workerData: { now, earlier } })
  try {
    const [forecasts] = await once(thread, 'message')
    return forecasts
  } finally {
    await thread.terminate()
  }
}
