import { parentPort, workerData } from 'node:worker_threads'
import { type CustomerPurchases, type CustomersAtCutOff, forecastCustomers } from './forecast.ts'

// Worker thread that runs the model for forecasting.ts.

const { now, earlier } = workerData as { now: CustomerPurchases; earlier: CustomersAtCutOff }
parentPort!.postMessage(forecastCustomers(now, earlier))
