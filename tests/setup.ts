import { format } from 'node:util'
import { afterEach } from 'vitest'

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
