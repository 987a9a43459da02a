import { parentPort } from 'node:worker_threads'
import { Refusal, type RefusalParams } from '#kit/contract/refusal.ts'

/** The messages of a thread to its pool: one when the thread is ready, then one answer per task. */
export type ThreadMessage<Result> =
  | { ready: true }
  | { result: Result }
  | { refusal: { statusCode: number; code: string; message: string; params: RefusalParams } }
  | { error: unknown }

/** The program of a thread in a pool performs each task and posts the result. A refusal keeps its code and parameters. */
export function performThreadTasks<Task, Result>(perform: (task: Task) => Promise<Result>) {
  const post = (message: ThreadMessage<Result>) => parentPort!.postMessage(message)
  parentPort!.on('message', (task: Task) => {
    perform(task).then(
      (result) => post({ result }),
      (error: unknown) => {
        if (!(error instanceof Refusal)) return post({ error })
        const { statusCode, code, message, params } = error
        post({ refusal: { statusCode, code, message, params } })
      },
    )
  })
  post({ ready: true })
}
