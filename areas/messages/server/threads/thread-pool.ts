import { Worker } from 'node:worker_threads'
import { Refusal } from '#kit/contract/refusal.ts'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import { kitRefusals } from '#kit/server/errors.ts'
import type { ThreadMessage } from './thread.ts'

/** `warm` loads one thread when the server starts, and `end` stops all threads. */
type ThreadPool<Task, Result> = { warm(): void; end(): Promise<void>; run(task: Task): Promise<Result> }

type Options<Task> = {
  /** The maximum number of tasks that run at the same time. */
  most: number
  /** The maximum number of tasks that wait for a thread. A further task is refused with 503. */
  waiting: number
  /** The limit of processor time for one task, independent of the load of the machine. */
  cpuMs: number
  /** The refusal of a task that exceeded the limit of processor time or memory. */
  tooLong: (task: Task) => Refusal
}

const CHECK_MS = 100
const resourceLimits = { maxOldGenerationSizeMb: 256 }

type Thread = { worker: Worker; ready: Promise<unknown> }

/**
 * Runs tasks with much computation in worker threads. The module `file` calls `performThreadTasks`.
 * A thread starts when a task needs it, serves many tasks, and does not keep the process alive while idle.
 * A thread is terminated when its task takes too long.
 */
export function createThreadPool<Task, Result>(
  file: URL,
  { most, waiting, cpuMs, tooLong }: Options<Task>,
): ThreadPool<Task, Result> {
  const limit = limitConcurrency(most, { maxWaiting: waiting })
  const threads = new Set<Thread>()
  const idle = new Set<Thread>()

  const startThread = (): Thread => {
    const worker = new Worker(file, { resourceLimits })
    const thread = { worker, ready: nextMessage(worker) }
    threads.add(thread)
    // `run` reports a thread that failed to start. Without a waiting task, the next task starts another thread.
    thread.ready.catch(() => {})
    worker.on('error', () => {})
    worker.once('exit', () => {
      threads.delete(thread)
      idle.delete(thread)
    })
    worker.unref()
    return thread
  }

  const takeThread = () => {
    const [thread = startThread()] = idle
    idle.delete(thread)
    return thread
  }

  const perform = async (task: Task) => {
    const thread = takeThread()
    const { worker } = thread
    worker.ref()
    let timedOut = false
    let timer: NodeJS.Timeout | undefined
    try {
      // The time limit of a task does not include the time in which the thread loads its program.
      await thread.ready
      const before = await worker.cpuUsage()
      timer = setInterval(async () => {
        const used = await worker.cpuUsage(before).catch(() => undefined)
        if (!used || used.user + used.system < cpuMs * 1000) return
        timedOut = true
        await worker.terminate()
      }, CHECK_MS)
      const answer = nextMessage(worker)
      worker.postMessage(task)
      return resultOf<Result>((await answer) as ThreadMessage<Result>)
    } catch (error) {
      if (timedOut || (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooLong(task)
      throw error
    } finally {
      clearInterval(timer)
      worker.unref()
      if (threads.has(thread) && !timedOut) idle.add(thread)
    }
  }

  return {
    run: (task) => limit(() => perform(task)),
    warm() {
      if (threads.size === 0) idle.add(startThread())
    },
    async end() {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

/** Resolves with the next message of a thread. Rejects if the thread fails or ends. */
function nextMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => settle(() => reject(kitRefusals.away().retryIn(2)))
    const failed = (error: unknown) => settle(() => reject(error))
    const posted = (message: unknown) => settle(() => resolve(message))
    const settle = (finish: () => void) => {
      worker.off('message', posted).off('error', failed).off('exit', ended)
      finish()
    }
    worker.on('message', posted).on('error', failed).on('exit', ended)
  })
}

function resultOf<Result>(message: ThreadMessage<Result>): Result {
  if ('result' in message) return message.result
  if ('refusal' in message) {
    const { statusCode, code, message: text, params } = message.refusal
    throw new Refusal(statusCode, code, text, { params })
  }
  throw 'error' in message ? message.error : new Error('A thread posted no result')
}
