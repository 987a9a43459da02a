import { format } from 'node:util'
import fc from 'fast-check'
import { afterEach } from 'vitest'

/** Generated cases are the same in every run. FC_SEED selects others; a failure prints the seed. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_260_101) })

const complaints: string[] = []

for (const level of ['error', 'warn'] as const) {
  console[level] = (...parts: unknown[]) => {
    complaints.push(`console.${level}: ${format(...parts)}`)
  }
}

/** Every printed warning fails its test, because unread warnings hide bugs. */
afterEach(() => {
  const warnings = complaints.splice(0)
  if (warnings.length > 0) throw new Error(`The test printed to the console:\n${warnings.join('\n')}`)
})

/** For tests that expect warnings: returns those printed so far and clears them. */
export function takeComplaints(): string[] {
  return complaints.splice(0)
}
