import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createClient } from './client.ts'

// Measures /healthz in a separate thread while the server is under load.
// The time that this process spends reading large replies therefore does not count.

const EVERY_MS = 100

/** Polls until `end` is called, which returns the durations. */
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
  const server = createClient(() => workerData as string)
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
