import { format } from 'node:util'
import fc from 'fast-check'
import { afterEach } from 'vitest'

/** Generates the same cases in every run, or others if FC_SEED is set; a failure prints the seed. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_260_101) })

const complaints: string[] = []

for (const level of ['error', 'warn'] as const) {
  console[level] = (...parts: unknown[]) => {
    complaints.push(`console.${level}: ${format(...parts)}`)
  }
}

/** Fails a test that prints a warning, because unread warnings hide bugs. */
afterEach(() => {
  const warnings = complaints.splice(0)
  if (warnings.length > 0) throw new Error(`The test printed to the console:\n${warnings.join('\n')}`)
})

/** Returns the warnings printed so far and clears them, for tests that expect warnings. */
export function takePrintedWarnings(): string[] {
  return complaints.splice(0)
}
