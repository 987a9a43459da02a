import { format } from 'node:util'
import fc from 'fast-check'
import { afterEach } from 'vitest'

/** Generated cases are the same in every run. FC_SEED tries others; a failure prints the seed. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_260_101) })

const complaints: string[] = []

for (const level of ['error', 'warn'] as const) {
  console[level] = (...parts: unknown[]) => {
    complaints.push(`console.${level}: ${format(...parts)}`)
  }
}

/** A warning that nobody reads is a bug that nobody sees, so each fails the test during which it was printed. */
afterEach(() => {
  const said = complaints.splice(0)
  if (said.length > 0) throw new Error(`The test printed to the console:\n${said.join('\n')}`)
})

/** For a test that expects complaints: takes those printed so far. */
export function takeComplaints(): string[] {
  return complaints.splice(0)
}
