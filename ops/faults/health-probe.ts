import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { client } from './client.ts'

// How long /healthz takes while a server is hard at work, asked in a thread of its own: else the time in which this process reads large
// answers would count as the server's.

const EVERY_MS = 100

/** Begins to ask, until `end`, which gives how long each answer took. */
export function probeHealth(base: string): { end: () => Promise<number[]> } {
  const thread = new Worker(new URL(import.meta.url), { workerData: base })
  return {
    end: () =>
      new Promise((resolve, reject) => {
        thread.once('error', reject)
        thread.once('message', (times: number[]) => {
          resolve(times)
          void thread.terminate()
        })
        thread.postMessage('end')
      }),
  }
}

if (!isMainThread && parentPort) {
  const server = client(() => workerData as string)
  const times: number[] = []
  let ended = false
  parentPort.once('message', () => {
    ended = true
  })
  while (!ended) {
    times.push((await server.call('/healthz')).ms)
    await sleep(EVERY_MS)
  }
  server.close()
  parentPort.postMessage(times)
}
