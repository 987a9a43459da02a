import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { type Subject, subjectOf } from './calls.ts'
import type { Statement } from './recording.ts'

// Statements by bare pg on as many connections, pipelined like the server's and with nothing in between: what the server
// was seen to send for one call, or the floor of it. What is left of their rate is what the server costs.

export type Marks = { id: string; key: string; subject: Subject }
export type Bare = {
  url: string
  trips: Statement[][]
  marks: Marks
  subjects: Subject[]
  connections: number
  seconds: number
  run: string
}
const { url, trips, marks, subjects, connections, seconds, run } = workerData as Bare

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
    const own = ownOf(number)
    const started = performance.now()
    let refused = false
    for (const trip of trips) {
      const answers = trip.map(({ values, ...statement }) => client.query({ ...statement, values: values?.map(own) }))
      for (const { status } of await Promise.allSettled(answers)) refused ||= status === 'rejected'
    }
    // A member has no points left, say: its transaction was rolled back, and it does not count.
    if (refused) continue
    times.push(performance.now() - started)
  }
  await client.end()
}

/** The recorded call's values, under an id, key and member of its own. */
function ownOf(number: number) {
  const subject = subjectOf(subjects, number)
  const texts = [
    [marks.id, subject.id ?? `${run}-${number}`],
    [marks.key, `${run}-key-${number}`],
    [marks.subject.member, subject.member],
    [marks.subject.name, subject.name],
    [`"RewardId":${marks.subject.reward}`, `"RewardId":${subject.reward}`],
  ] as const
  return (value: unknown) => {
    if (value === marks.subject.customer) return subject.customer
    if (value === marks.subject.lot) return subject.lot
    if (value === marks.subject.reward) return subject.reward
    return typeof value === 'string'
      ? texts.reduce((text, [mark, own]) => text.replaceAll(mark, () => own), value)
      : value
  }
}
