import { parentPort, workerData } from 'node:worker_threads'
import { type Customers, type Earlier, forecast } from './forecast.ts'

// The other side of forecasting.ts.

const { now, earlier } = workerData as { now: Customers; earlier: Earlier }
parentPort!.postMessage(forecast(now, earlier))
