import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { Statement } from './recording.ts'

// What the server was seen to send for one sale, replayed by bare pg on as many connections, pipelined alike and with
// nothing in between: what is left of its rate is what the server costs.

type Job = {
  url: string
  trips: Statement[][]
  marks: { invoice: string; key: string; member: string }
  members: string[]
  connections: number
  seconds: number
  run: string
}
const { url, trips, marks, members, connections, seconds, run } = workerData as Job

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
    const own = (value: unknown) => (typeof value === 'string' ? renamed(value, number) : value)
    const started = performance.now()
    for (const trip of trips) await Promise.all(trip.map(({ text, values }) => client.query(text, values?.map(own))))
    times.push(performance.now() - started)
  }
  await client.end()
}

/** The recorded sale under a number, key and member of its own. */
function renamed(value: string, number: number) {
  return value
    .replaceAll(marks.invoice, `${run}-${number}`)
    .replaceAll(marks.key, `${run}-key-${number}`)
    .replaceAll(marks.member, members[(number * 7919) % members.length]!)
}
