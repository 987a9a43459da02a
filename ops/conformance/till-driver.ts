import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { Command } from './protocol.ts'
import { createTill, type Entry, type Habit, habits, type Storage } from './till.ts'

// Runs the reference till as a program that reads commands from standard input and answers on standard output.
// Usage: `node ops/conformance/till-driver.ts --store=FILE [--habit=no-key]`.

const { values } = parseArgs({ options: { store: { type: 'string' }, habit: { type: 'string' } } })
const { store, habit } = values
if (!store || (habit !== undefined && !habits.includes(habit as Habit))) {
  console.error(`Usage: till-driver.ts --store=FILE [--habit=${habits.join('|')}]`)
  process.exit(2)
}

const storage: Storage = {
  load: () => (existsSync(store) ? (JSON.parse(readFileSync(store, 'utf8')) as Entry[]) : []),
  save(entries) {
    // A crash while writing leaves the previous file.
    writeFileSync(`${store}.new`, JSON.stringify(entries))
    renameSync(`${store}.new`, store)
  },
}
const perform = createTill({ storage, log: (text) => process.stderr.write(text), habit: habit as Habit | undefined })

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...command } = JSON.parse(line) as Command & { id: number }
  console.log(JSON.stringify({ id, ...(await perform(command as Command)) }))
}
