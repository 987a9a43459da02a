import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { DriverCommand } from './protocol.ts'
import { createTill, type Storage, type TillEntry } from './till.ts'
import { type WrongHabit, wrongHabits } from './wrong-habits.ts'

// Runs the reference till as a program that reads commands from standard input and answers on standard output.
// Usage: `node ops/conformance/till-driver.ts --store=FILE [--habit=no-key]`.

const { values } = parseArgs({ options: { store: { type: 'string' }, habit: { type: 'string' } } })
const { store, habit } = values
if (!store || (habit !== undefined && !wrongHabits.includes(habit as WrongHabit))) {
  console.error(`Usage: till-driver.ts --store=FILE [--habit=${wrongHabits.join('|')}]`)
  process.exit(2)
}

const storage: Storage = {
  load: () => (existsSync(store) ? (JSON.parse(readFileSync(store, 'utf8')) as TillEntry[]) : []),
  save(entries) {
    // A crash while writing leaves the previous file.
    writeFileSync(`${store}.new`, JSON.stringify(entries))
    renameSync(`${store}.new`, store)
  },
}
const perform = createTill({
  storage,
  log: (text) => process.stderr.write(text),
  habit: habit as WrongHabit | undefined,
})

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...command } = JSON.parse(line) as DriverCommand & { id: number }
  console.log(JSON.stringify({ id, ...(await perform(command as DriverCommand)) }))
}
