import { readdirSync, readFileSync } from 'node:fs'

// Rates swing with what else the machine does; the processor's time that a call takes swings much less.

const TICKS_MS = 10

/** Milliseconds of processor time that a process and its children had so far; not a number where nobody tells. */
export function processorTime(pid: number): number {
  try {
    const own = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(name))
      .filter((one) => one.pid === pid || one.parent === pid)
    return own.reduce((sum, { ticks }) => sum + ticks, 0) * TICKS_MS
  } catch {
    return Number.NaN
  }
}

function statOf(name: string) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // Behind the name of the program, which may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    return []
  }
}
