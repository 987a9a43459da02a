import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { CallSubject } from './calls.ts'
import { type RecordedKeys, substituteValues } from './recorded-values.ts'
import type { Statement } from './recording.ts'

// Baseline: sends the recorded statements of a call, or its floor, with plain pg on as many connections as the server.
// The difference in rate is the cost of the server.

export type BareRun = {
  url: string
  trips: Statement[][]
  marks: RecordedKeys
  subjects: CallSubject[]
  connections: number
  seconds: number
  run: string
}
const { url, trips, marks, subjects, connections, seconds, run } = workerData as BareRun

const ends = performance.now() + seconds * 1000
const times: number[] = []
let sent = 0

await Promise.all(Array.from({ length: connections }, oneConnection))
parentPort!.postMessage({ times })

async function oneConnection() {
  const client = new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig)
  await client.connect()
  while (performance.now() < ends) {
    const number = sent++
    const ownValues = substituteValues({ marks, subjects, run }, number)
    const started = performance.now()
    let refused = false
    for (const trip of trips) {
      const answers = trip.map(({ values, ...statement }) =>
        client.query({ ...statement, values: values?.map(ownValues) }),
      )
      for (const { status } of await Promise.allSettled(answers)) refused ||= status === 'rejected'
    }
    // Do not count a refused call, such as one for a member without points, because it was rolled back.
    if (refused) continue
    times.push(performance.now() - started)
  }
  await client.end()
}
