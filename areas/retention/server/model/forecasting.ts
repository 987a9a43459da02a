import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { calibrateModel, fitModels, fitPurchaseModel, forecastCustomers } from './forecast.ts'

/** The functions of forecast.ts that the worker thread can run. */
export type ForecastingTasks = {
  fitModels: typeof fitModels
  forecastCustomers: typeof forecastCustomers
  fitPurchaseModel: typeof fitPurchaseModel
  calibrateModel: typeof calibrateModel
}
export type RunForecastingTask = <Task extends keyof ForecastingTasks>(
  task: Task,
  ...input: Parameters<ForecastingTasks[Task]>
) => Promise<ReturnType<ForecastingTasks[Task]>>

/** Provides `work` with a worker thread for the model, whose tasks take seconds of CPU time. It runs one task at a time. */
export async function withForecastingThread<Result>(
  work: (runTask: RunForecastingTask) => Promise<Result>,
): Promise<Result> {
  const thread = new Worker(new URL('forecasting-thread.ts', import.meta.url))
  try {
    return await work(async (task, ...input) => {
      thread.postMessage({ task, input })
      const [result] = await once(thread, 'message')
      return result
    })
  } finally {
    await thread.terminate()
  }
}
