import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { BareRun } from './bare.ts'
import { allCalls, type CallName, type CallSubject, type CounterCall } from './calls.ts'
import { type CallStatistics, CONNECTIONS, type Company, call, PORT, runInThread, type Tokens } from './company.ts'
import { type Figure, median } from './figures.ts'
import { buildFloorStatement, hasFloor, withoutTriggers } from './floor.ts'
import { processorTime } from './processor.ts'
import type { RecordedKeys } from './recorded-values.ts'
import { recordStatements, type Statement } from './recording.ts'
import type { LoadThreadInput } from './till.ts'

// Compares one call by many callers with its bare statements and, for a write call, with its floor.

export type RecordedCall = { trips: Statement[][]; floor?: Statement; marks: RecordedKeys }

/** Records the statements of a call. */
export async function recordCall(
  { client, subjects }: Pick<Company, 'client' | 'subjects'>,
  name: CallName,
  tokens: Tokens,
): Promise<RecordedCall> {
  const { path, as, body }: CounterCall = allCalls[name]
  const subject = subjects.at(-1)!
  const marks: RecordedKeys = {
    id: subject.id ?? `RECORDED-${name.toUpperCase().replaceAll(/\W/g, '-')}`,
    key: `recorded-${name.replaceAll(' ', '-')}`,
    subject,
  }
  const send = (subject: CallSubject, id: string, key: string) =>
    call(path, body(subject, id), { token: tokens[as], key })
  // Warm up, so that the session is cached and the statements are prepared.
  for (const time of [1, 2, 3]) await send(subjects.at(-1 - time)!, `${marks.id}-BEFORE-${time}`, randomUUID())
  const trips = await recordStatements(() => send(subject, marks.id, marks.key).then(() => {}))
  return { trips, marks, ...(hasFloor(name) && { floor: await buildFloorStatement(client, name, marks) }) }
}

type Compared = Pick<Company, 'postgres' | 'client'> & {
  seconds: number
  rounds: number
  /** Returns the members of a run, which must be distinct for actions that can be done only once. */
  subjectsOf: (run: string) => CallSubject[]
  name: CallName
  server: ChildProcess
  tokens: Tokens
  recorded: RecordedCall
}

/** Prints progress during a long run. */
export function formatFigure(figure: Figure) {
  console.log(`  ${figure.name}: ${figure.value}`)
  return figure
}

/** Interleaves the runs, so that a slower machine affects all of them alike. */
export async function compareWithBareStatements({
  name,
  seconds,
  rounds,
  server,
  tokens,
  recorded,
  postgres,
  client,
  subjectsOf,
}: Compared): Promise<Figure> {
  const { as, goal }: CounterCall = allCalls[name]
  const { trips, floor, marks } = recorded
  const http: number[] = []
  const bare: number[] = []
  const floors: number[] = []
  const costs: string[] = []
  const statuses: Record<string, number> = {}
  const till = (run: string, seconds: number) =>
    runInThread<CallStatistics>('till.ts', {
      call: name,
      port: PORT,
      token: tokens[as],
      subjects: subjectsOf(run),
      connections: CONNECTIONS,
      seconds,
      run,
    } satisfies LoadThreadInput)
  const alone = async (trips: Statement[][], run: string) => {
    const job: BareRun = {
      url: postgres.url,
      trips,
      marks,
      subjects: subjectsOf(run),
      connections: CONNECTIONS,
      seconds,
      run,
    }
    return (await runInThread<CallStatistics>('bare.ts', job)).times.length / seconds
  }
  await till(`W-${name}`, 3)
  for (let round = 0; round < rounds; round++) {
    const before = [postgres.pid, server.pid!].map(processorTime)
    const answers = await till(`H${round}-${name}`, seconds)
    const spent = [postgres.pid, server.pid!].map(
      (pid, index) => (processorTime(pid) - before[index]!) / answers.times.length,
    )
    costs.push(spent.map((ms) => ms.toFixed(2)).join(' + '))
    http.push(answers.times.length / seconds)
    for (const [status, count] of Object.entries(answers.statuses)) statuses[status] = (statuses[status] ?? 0) + count
    bare.push(await alone(trips, `B${round}-${name}`))
    if (floor && hasFloor(name))
      floors.push(await withoutTriggers(client, name, () => alone([[floor]], `F${round}-${name}`)))
  }
  const share = (other: number[]) => median(http.map((rate, round) => rate / other[round]!)).toFixed(2)
  const beside = [
    `own statements alone ${Math.round(median(bare))}, share ${share(bare)}`,
    ...(floor ? [`floor ${Math.round(median(floors))}, share ${share(floors)}`] : []),
    `pg + node ${costs.join(', ')} ms`,
    `${trips.length} trips of ${trips.flat().length} statements`,
    JSON.stringify(statuses),
  ]
  return { name, value: `${Math.round(median(http))} per second (${beside.join('; ')})`, goal }
}
