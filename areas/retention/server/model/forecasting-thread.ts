import { parentPort } from 'node:worker_threads'
import { calibrateModel, fitModels, fitPurchaseModel, forecastCustomers } from './forecast.ts'
import type { ForecastingTasks } from './forecasting.ts'

// Worker thread that runs the model for forecasting.ts.

type Message = { task: keyof ForecastingTasks; input: never[] }

const tasks = { calibrateModel, fitModels, fitPurchaseModel, forecastCustomers } satisfies ForecastingTasks
parentPort!.on('message', ({ task, input }: Message) => {
  parentPort!.postMessage((tasks[task] as (...input: never[]) => unknown)(...input))
})
